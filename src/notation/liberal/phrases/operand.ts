import { made } from '../lexicon.ts';
import { extreme } from './extreme.ts';
import { nameKey, nameWords, withoutArticle } from './fold.ts';
import { type Frame, type Operand, personOf, type Sort } from './frame.ts';
import { attributeNamed, attributesNamed, entityNamed, memberOf, oneNamed, operandOf } from './names.ts';
import { type DurationWords, readAmount, readDuration, readNumber, readPercent, readSize } from './quantity.ts';

/** A value without a record. */
function plain(text: string, sort: Sort, compound = false): Operand {
  return { text, sort, entity: null, options: [], compound };
}

const NOW = /^(?:now|(?:the )?(?:present|current) (?:time|moment)|this moment|the moment|it)$/i;
const TODAY = /^(?:today|(?:the )?(?:current|present) (?:date|day)|this day)$/i;
const SELF =
  /^(?:me|i|(?:the )?(?:current |signed-in |logged-in )?user|the person (?:who is )?(?:signed in|concerned)|(?:him|her|it|them|one)sel(?:f|ves)|himself or herself|him or her|he or she)$/i;

/**
 * A value in words: a quantity, the clock, the person, a constant, a field or a path of fields, a sum of these.
 * `like` is what it stands beside: "14 days ago" is a date next to a date. Null where the words are not wholly understood.
 */
export function readOperand(written: string, frame: Frame, like: Operand | null = null, depth = 0): Operand | null {
  const text = written.trim();
  if (text === '' || depth > 6) return null;
  return (
    bracketed(text, frame, like, depth) ??
    quantity(text) ??
    clock(text, like) ??
    shifted(text, frame, like, depth) ??
    pathOf(text, frame, 0) ??
    happenedAt(text, frame) ??
    constant(text, frame) ??
    aggregate(text, frame) ??
    extremeOf(text, frame) ??
    sum(text, frame, like, depth) ??
    self(text, frame)
  );
}

function bracketed(text: string, frame: Frame, like: Operand | null, depth: number): Operand | null {
  if (!/^\([^()]*\)$/.test(text)) return null;
  return readOperand(text.slice(1, -1), frame, like, depth + 1);
}

function quantity(text: string): Operand | null {
  const number = readNumber(text);
  if (number !== null) return plain(number, 'number');
  const amount = readAmount(text);
  if (amount !== null) return plain(amount, 'money');
  const percent = readPercent(text);
  if (percent !== null) return plain(percent, 'number');
  const length = readDuration(text);
  if (length !== null) return length.working ? null : plain(length.text, 'duration');
  const size = readSize(text);
  return size === null ? null : plain(size, 'size');
}

function clock(text: string, like: Operand | null): Operand | null {
  if (NOW.test(text)) return like?.sort === 'date' ? plain('today', 'date') : plain('now', 'instant');
  if (TODAY.test(text)) return plain('today', 'date');
  if (/^tomorrow$/i.test(text)) return plain('today + 1 day', 'date', true);
  return /^yesterday$/i.test(text) ? plain('today - 1 day', 'date', true) : null;
}

function self(text: string, frame: Frame): Operand | null {
  const person = personOf(frame.lexicon);
  return SELF.test(text) ? { ...plain('me', 'record'), entity: person?.name ?? null } : null;
}

const DURATION = '(?:[\\w.,]+|half an)[ -](?:\\w+ )?\\w+|[A-Z][A-Z_]+';
const AGO = new RegExp(`^(${DURATION}) (ago|back)$`, 'i');
const AHEAD = new RegExp(`^(?:in )?(${DURATION}) (?:from now|ahead|hence|away)$`, 'i');
const SHIFTED = new RegExp(`^(${DURATION}) (after|before|from|past|since|following|prior to) (.+)$`, 'i');

/** Whether words are a distance back from a moment: "14 days ago", "2 hours before pickupAt". */
export function isBackwards(text: string): boolean {
  return AGO.test(text) || /^(?:before|prior to)$/i.test(SHIFTED.exec(text)?.[2] ?? '');
}

/** "14 days ago", "3 hours from now", "5 working days after resolved at". */
function shifted(text: string, frame: Frame, like: Operand | null, depth: number): Operand | null {
  const clockLike = like?.sort === 'date' ? plain('today', 'date') : plain('now', 'instant');
  const ago = AGO.exec(text);
  if (ago !== null) return moved(clockLike, ago[1] ?? '', '-', frame);
  const ahead = AHEAD.exec(text);
  if (ahead !== null) return moved(clockLike, ahead[1] ?? '', '+', frame);
  const match = SHIFTED.exec(text);
  if (match === null) return null;
  const base = readOperand(match[3] ?? '', frame, like, depth + 1);
  const back = /^(?:before|prior to)$/i.test(match[2] ?? '');
  return base === null ? null : moved(base, match[1] ?? '', back ? '-' : '+', frame);
}

/** A date or moment moved by a length of time in words. */
export function moved(base: Operand, length: string, sign: '+' | '-', frame: Frame): Operand | null {
  if (base.sort !== 'date' && base.sort !== 'instant') return null;
  const by = readDuration(length);
  if (by === null) {
    const stated = constant(length, frame);
    return stated === null ? null : shiftedBy(base, stated, sign);
  }
  if (by.working) return workingTime(base, by, sign);
  return { ...base, text: `${base.text} ${sign} ${by.text}`, compound: true };
}

/** Working days and hours are units of the language; working minutes are none. */
function workingTime(base: Operand, by: DurationWords, sign: '+' | '-'): Operand | null {
  if (by.unit !== 'day' && by.unit !== 'hour') return null;
  const units = `working ${by.unit}${by.count === '1' ? '' : 's'}`;
  return { ...base, text: `${base.text} ${sign} ${by.count} ${units}`, compound: true };
}

/** "It was created", "its creation", "it was sent": the moment that a field holds of it. */
export function happenedAt(text: string, frame: Frame): Operand | null {
  const done = /^(?:it|this|the \w+) (?:was|is|has been|got) ([a-z]+)$/i.exec(text)?.[1];
  const verb = done ?? (/^(?:(?:its|the) )?creation$/i.test(text) ? 'created' : null);
  const found = verb === null ? null : pathOf(`${verb} at`, frame, 0);
  return found?.sort === 'instant' || found?.sort === 'date' ? found : null;
}

function constant(text: string, frame: Frame): Operand | null {
  const { constants } = frame.lexicon;
  const found =
    oneNamed(constants, ({ name }) => name, text) ?? oneNamed(constants, ({ name }) => name, withoutArticle(text));
  return found === null ? null : plain(found.name, sortOfValue(found.value?.text ?? ''));
}

function sortOfValue(text: string): Sort {
  if (/^\d+(?:\.\d+)?(?: ?%)?$/.test(text)) return 'number';
  if (readAmount(text) !== null) return 'money';
  if (readDuration(text) !== null) return 'duration';
  return readSize(text) === null ? 'unknown' : 'size';
}

/** "the number of lines", "the sum of the amounts of its lines", "the length of the title". */
function aggregate(text: string, frame: Frame): Operand | null {
  const counted = /^(?:the )?(?:number|count) of (?:its |the |all )?(.+)$/i.exec(text);
  const list = counted === null ? null : pathOf(counted[1] ?? '', frame, 0);
  if (list !== null && (list.sort === 'records' || list.sort === 'texts')) return plain(`size(${list.text})`, 'number');
  const length = /^(?:the )?length of (.+)$/i.exec(text);
  const measured = length === null ? null : pathOf(length[1] ?? '', frame, 0);
  if (measured?.sort === 'text') return plain(`size(${measured.text})`, 'number');
  const summed = /^(?:the )?(?:sum|total) of (?:the |its |all )?(.+?) (?:of|over|in) (?:the |its |all )*(.+)$/i.exec(
    text,
  );
  return summed === null ? null : sumOver(summed[1] ?? '', summed[2] ?? '', frame);
}

function sumOver(field: string, lines: string, frame: Frame): Operand | null {
  const list = pathOf(lines, frame, 0);
  if (list === null || list.sort !== 'records' || list.entity === null) return null;
  const attribute = attributeNamed(frame.lexicon, list.entity, field);
  if (attribute === null) return null;
  const of = memberOf(list.text, attribute, frame);
  return of.sort === 'number' || of.sort === 'money' ? { ...of, text: `sum(${of.text})` } : null;
}

/** "the smallest loanDays among the lines". */
function extremeOf(text: string, frame: Frame): Operand | null {
  const found = extreme(text, frame);
  if (found === null) return null;
  const counts = found.sort === 'number' ? unitOfName(found.field) : undefined;
  return { ...plain(found.text, found.sort), ...(counts === undefined ? {} : { counts }) };
}

const UNIT_OF_NAME: readonly (readonly [string, string])[] = [
  ['day', 'day'],
  ['hour', 'hour'],
  ['minute', 'minute'],
  ['second', 'second'],
  ['week', 'week'],
  ['month', 'month'],
  ['m', 'millisecond'],
];

/** "dueAt + 2 hours", "issue date plus MAX_DUE_DAYS", "pickupAt minus 1 day". The sign stands outside of brackets. */
function sum(text: string, frame: Frame, like: Operand | null, depth: number): Operand | null {
  const match = /^(.+) (\+|-|plus|minus) (.+)$/i.exec(text);
  if (match === null) return null;
  const sign = /^(?:\+|plus)$/i.test(match[2] ?? '') ? '+' : '-';
  const left = readOperand(match[1] ?? '', frame, like, depth + 1);
  if (left === null) return null;
  const isMoment = left.sort === 'date' || left.sort === 'instant';
  const direct = isMoment ? moved(left, match[3] ?? '', sign, frame) : null;
  if (direct !== null) return direct;
  const right = readOperand(match[3] ?? '', frame, left, depth + 1);
  if (right === null || (right.compound && sign === '-')) return null;
  if (isMoment) return shiftedBy(left, right, sign);
  if (left.sort !== right.sort || !['number', 'money', 'duration', 'size'].includes(left.sort)) return null;
  return { ...left, text: `${left.text} ${sign} ${right.text}`, compound: true };
}

/** The unit that the last word of a name counts. */
export function unitOfName(name: string): string | undefined {
  const last = nameKey(nameWords(name).at(-1) ?? '');
  return UNIT_OF_NAME.find(([word]) => word === last)?.[1];
}

/** A constant that counts days by its name, `MAX_DUE_DAYS`, moves a date by so many. */
function shiftedBy(base: Operand, by: Operand, sign: '+' | '-'): Operand | null {
  if (by.sort === 'duration') return { ...base, text: `${base.text} ${sign} ${by.text}`, compound: true };
  const unit = by.counts ?? (by.sort === 'number' && !/^\d/.test(by.text) ? unitOfName(by.text) : undefined);
  return unit === undefined ? null : { ...base, text: `${base.text} ${sign} ${by.text} * 1 ${unit}`, compound: true };
}

/**
 * A field, or a path through references: "due date", "the requester's manager", "the lead of its team",
 * "category.needs approval", "client e-mail". Null where nothing or more than one thing is meant.
 */
export function pathOf(written: string, frame: Frame, depth: number): Operand | null {
  const key = `path ${depth} ${frame.entity} / ${frame.prefix} / ${written}`;
  return made(frame.lexicon, key, () => findPath(written, frame, depth));
}

function findPath(written: string, frame: Frame, depth: number): Operand | null {
  const text = written.trim().replace(/^(its|their|his|her) own (?=\S)/i, '$1 ');
  if (text === '' || depth > 5 || frame.entity === null) return null;
  const own = attributeNamed(frame.lexicon, frame.entity, text);
  if (own !== null) return operandOf(frame, own);
  return (
    dotted(text, frame, depth) ??
    possessive(text, frame, depth) ??
    of(text, frame, depth) ??
    beside(text, frame, depth) ??
    implied(text, frame, depth) ??
    latest(text, frame, depth)
  );
}

/** "the last mileage of the vehicle": what a record holds is the last that it was given. */
function latest(text: string, frame: Frame, depth: number): Operand | null {
  const match = /^(?:the )?(?:last|latest|current|present) (.+)$/i.exec(text);
  return match === null ? null : pathOf(match[1] ?? '', frame, depth + 1);
}

/** A name that one entity alone has, and that one reference of the record leads to: `mayBorrow` of the loan's borrower. */
function implied(text: string, frame: Frame, depth: number): Operand | null {
  if (depth > 0 || frame.prefix !== '' || !/^\p{Ll}+(?:\p{Lu}|_)\w*$/u.test(text)) return null;
  const having = attributesNamed(frame.lexicon, text);
  const own = frame.lexicon.entities.find(({ name }) => name === frame.entity);
  const [only] = having;
  const links =
    own?.fields.filter(
      ({ name, type }) => type.kind === 'reference' && type.entity === only?.entity && !/by(?:id)?$/i.test(name),
    ) ?? [];
  const [link] = links;
  return having.length === 1 && links.length === 1 && link !== undefined
    ? through(link.name, text, frame, depth)
    : null;
}

function dotted(text: string, frame: Frame, depth: number): Operand | null {
  const at = text.indexOf('.');
  if (at <= 0) return null;
  return through(text.slice(0, at), text.slice(at + 1), frame, depth);
}

function possessive(text: string, frame: Frame, depth: number): Operand | null {
  const match = /^(.+?)(?:'s|s') (.+)$/.exec(text);
  if (match === null) return null;
  const owner = text.charAt((match[1] ?? '').length) === 's' ? `${match[1]}s` : (match[1] ?? '');
  return through(owner, match[2] ?? '', frame, depth);
}

function of(text: string, frame: Frame, depth: number): Operand | null {
  const match = /^(.+?) of (.+)$/i.exec(text);
  return match === null ? null : through(match[2] ?? '', match[1] ?? '', frame, depth);
}

/** "client e-mail": the first words lead to a record, the rest is a field of it; only where one cut does. */
function beside(text: string, frame: Frame, depth: number): Operand | null {
  const words = withoutArticle(text).split(' ');
  if (words.length < 2 || words.length > 6) return null;
  const found = words.flatMap((_, index) => {
    if (index === 0) return [];
    const [owner, field] = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    return /(?:'s|s')$/.test(owner) ? [] : (through(owner, field, frame, depth) ?? []);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function through(owner: string, field: string, frame: Frame, depth: number): Operand | null {
  const own = isOwn(owner, frame);
  if (own) return pathOf(field, frame, depth + 1);
  if (SELF.test(owner.trim())) {
    const person = personOf(frame.lexicon);
    return person === null ? null : pathOf(field, { ...frame, entity: person.name, prefix: 'me.' }, depth + 1);
  }
  const record = pathOf(owner, frame, depth + 1);
  if (record?.sort !== 'record' || record.entity === null) return null;
  return pathOf(field, { ...frame, entity: record.entity, prefix: `${record.text}.` }, depth + 1);
}

/** The words name the record that the phrase is about: "this", "the ticket". */
export function isOwn(words: string, frame: Frame): boolean {
  if (/^(?:this|it|its|their|the record|this record)$/i.test(words.trim())) return true;
  const entity = entityNamed(frame.lexicon, words);
  return entity !== null && entity.name === frame.entity;
}
