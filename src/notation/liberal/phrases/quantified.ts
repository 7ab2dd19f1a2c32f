import { isPlainName, KEYWORDS } from '../../../expressions/syntax/lexicon.ts';
import type { KnownEntity } from '../lexicon.ts';
import { nameKey, withoutArticle } from './fold.ts';
import { attributesOf, type Frame, type Operand } from './frame.ts';
import { attributeNamed, entityNamed, memberOf, oneNamed, operandOf, optionText } from './names.ts';
import { isOwn, pathOf } from './operand.ts';
import { bounded, negated } from './predicate.ts';
import { type Count, readCount } from './quantity.ts';

/** Things counted: a list of the record, or records of another entity that point to it. `where` narrows them. */
interface Things {
  readonly count: string;
}

/** What stands in a count behind its number: "lines", "open charges", "work entry", "other running loans". */
function thingsOf(noun: string, owner: Operand | null, frame: Frame): Things | null {
  const words = withoutArticle(noun).replace(/^(?:other|single|such) /i, '');
  const record = owner?.entity ?? frame.entity;
  if (record === null || words === '') return null;
  return ofList(words, owner, record, frame) ?? ofRecords(words, owner, record, frame);
}

function ofList(words: string, owner: Operand | null, record: string, frame: Frame): Things | null {
  const attribute = attributeNamed(frame.lexicon, record, words);
  const list = attribute === null ? listOf(words, record, frame) : attribute;
  if (list === null) return null;
  const of = owner === null || owner.text === 'this' ? operandOf(frame, list) : memberOf(owner.text, list, frame);
  return ['records', 'texts', 'files'].includes(of.sort) ? { count: `size(${of.text})` } : null;
}

/** The one list of the record that holds records of the entity so named. */
function listOf(words: string, record: string, frame: Frame) {
  const entity = entityNamed(frame.lexicon, words);
  const owner = frame.lexicon.entities.find(({ name }) => name === record);
  if (entity === null || owner === undefined) return null;
  const lists = attributesOf(frame.lexicon, owner).filter(
    ({ type }) => type.kind === 'list' && type.entity === entity.name,
  );
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** Records of another entity with one reference to the record, perhaps in a state or with a yes: "open charges". */
function ofRecords(written: string, owner: Operand | null, record: string, frame: Frame): Things | null {
  const behind = /^(.+?) (?:which are |that are )?in (?:one of )?(?:the )?(?:states?|status) (.+)$/i.exec(written);
  const words = behind === null ? written : `${behind[2]} ${behind[1]}`;
  const split = words.split(' ');
  for (let index = 0; index < split.length && index < 12; index += 1) {
    const entity = entityNamed(frame.lexicon, split.slice(index).join(' '));
    if (entity === null) continue;
    const narrow = index === 0 ? [] : narrowed(entity, split.slice(0, index).join(' '), frame);
    const link = linkTo(entity, record, frame);
    if (narrow === null || link === null) return null;
    const to = owner === null ? 'this' : owner.text;
    return { count: `count(${entityText(entity)} where ${[`${link} == ${to}`, ...narrow].join(' and ')})` };
  }
  return null;
}

function entityText({ name }: KnownEntity): string {
  return isPlainName(name) ? name : JSON.stringify(name);
}

/** The one reference that leads from the entity to the record. */
function linkTo(entity: KnownEntity, record: string, frame: Frame): string | null {
  const links = attributesOf(frame.lexicon, entity).filter(
    ({ type, field }) => field !== null && type.kind === 'reference' && type.entity === record,
  );
  const named =
    links.length > 1
      ? links.filter(({ name }) => nameKey(name) === nameKey(record) || nameKey(name) === nameKey(`${record}Id`))
      : links;
  const [link] = named;
  return named.length === 1 && link !== undefined ? within(entity, link.name) : null;
}

/** A field of the records that are looked through: by its bare name, which counts first, or by that of the entity. */
function within(entity: KnownEntity, name: string): string {
  return isPlainName(name) && !KEYWORDS.has(name) ? name : `${entityText(entity)}[${JSON.stringify(name)}]`;
}

function narrowed(entity: KnownEntity, words: string, frame: Frame): string[] | null {
  const names = words.split(/\s*,\s*(?:or |and )?|\s+(?:or|and)\s+/i);
  const inner: Frame = { ...frame, entity: entity.name, prefix: '', subject: null };
  const found = attributesOf(frame.lexicon, entity).flatMap((attribute) => {
    const bare = operandOf(inner, attribute);
    const operand = /^this[.[]/.test(bare.text) ? memberOf(entityText(entity), attribute, inner) : bare;
    if (operand.sort === 'boolean' && names.length === 1) {
      const key = nameKey(attribute.name);
      return key === nameKey(words) || key === nameKey(`is ${words}`) ? [operand.text] : [];
    }
    const options = names.map((name) => oneNamed(operand.options, (option) => option, name));
    if (options.length === 0 || options.some((option) => option === null)) return [];
    const texts = options.flatMap((option) => (option === null ? [] : [optionText(inner, option)]));
    return [texts.length === 1 ? `${operand.text} == ${texts[0]}` : `${operand.text} in [${texts.join(', ')}]`];
  });
  return found.length === 1 ? found : null;
}

const NUMBERED =
  /^((?:at least|at most|no more than|not more than|no fewer than|no less than|more than|fewer than|less than|exactly|up to|only|between|from|a maximum of|a minimum of|max\.?|min\.?) )?([\d.,_]+(?: ?(?:to|–|—|-|\.\.|and) ?[\d.,_]+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)( or more| or fewer)? (.+?)( at (?:most|least))?$/i;

/** "at least one work entry", "no open charges", "1 to 8 lines": a condition on a count. */
export function readCounted(words: string, owner: Operand | null, frame: Frame): string | null {
  const text = words.trim();
  const none = /^(?:no|not any|without any|without|zero) (.+)$/i.exec(text);
  if (none !== null) return counted(none[1] ?? '', { min: 0, max: 0 }, owner, frame);
  const some = /^(?:any|some) (.+)$/i.exec(text);
  if (some !== null) return counted(some[1] ?? '', { min: 1, max: null }, owner, frame);
  const match = NUMBERED.exec(text);
  if (match === null) return null;
  const [, before = '', number = '', after = '', noun = '', end = ''] = match;
  const bare = before === '' && after === '' && end === '' && /^(?:an?)$/i.test(number);
  const count = bare ? { min: 1, max: null } : readCount(`${before}${number}${after}${end}`);
  return count === null ? null : counted(noun, count, owner, frame);
}

function counted(noun: string, count: Count, owner: Operand | null, frame: Frame): string | null {
  const things = thingsOf(noun.replace(/ (?:exists?|is there|are there)$/i, ''), owner, frame);
  return things === null ? null : bounded(things.count, count);
}

/** "the client has an e-mail address", "has no open charges": behind "has". */
export function readHaving(subject: Operand, words: string, frame: Frame): string | null {
  const found = readCounted(words, subject, frame);
  if (found !== null) return found;
  const none = /^no (.+)$/i.exec(words);
  const noun = withoutArticle(none?.[1] ?? words);
  if (subject.entity === null) return null;
  const attribute = attributeNamed(frame.lexicon, subject.entity, noun);
  if (attribute === null) return null;
  const of = subject.text === 'this' ? operandOf(frame, attribute) : memberOf(subject.text, attribute, frame);
  if (of.sort === 'boolean') return null;
  const given = ['records', 'texts', 'files', 'roles'].includes(of.sort)
    ? `size(${of.text}) > 0`
    : `${of.text} != null`;
  return none === null ? given : negated(given);
}

/** "every line has an item", "all lines are returned", "no line is open": the words behind the noun are read of each. */
export function readEach(
  text: string,
  frame: Frame,
  read: (words: string, frame: Frame) => string | null,
): string | null {
  const partly = /^some,? but not all(?: of)? (.+)$/i.exec(text);
  if (partly !== null) {
    const [some, all] = ['some', 'all'].map((each) => readEach(`${each} ${partly[1]}`, frame, read));
    if (some == null || all == null) return null;
    return `${some} and ${all.endsWith(' == 0') ? all.replace(/ == 0$/, ' >= 1') : negated(all)}`;
  }
  const match =
    /^(every|each|all|any|no|at least one|some)(?: of)?(?: the| its)? (\S+(?: \S+){0,3}?) ((?:is|are|has|have|must|needs?|lies?|belongs?) .+)$/i.exec(
      text,
    );
  if (match === null || frame.entity === null) return null;
  const noun = (match[2] ?? '').replace(/ (?:of|on|in) (.+)$/i, (behind, owner: string) =>
    isOwn(owner, frame) ? '' : behind,
  );
  const attribute = attributeNamed(frame.lexicon, frame.entity, noun) ?? listOf(noun, frame.entity, frame);
  const list = attribute === null ? pathOf(noun, frame, 0) : operandOf(frame, attribute);
  if (list === null) return eachOfRecords((match[1] ?? '').toLowerCase(), noun, match[3] ?? '', frame, read);
  if (list.sort !== 'records' || list.entity === null) return null;
  const local = localName(list.entity, frame);
  const each: Operand = { text: local, sort: 'record', entity: list.entity, options: [], compound: false };
  const inner = read(`it ${match[3] ?? ''}`, { ...frame, entity: list.entity, prefix: `${local}.`, subject: each });
  if (inner === null) return null;
  const quantifier = (match[1] ?? '').toLowerCase();
  if (quantifier === 'any' || quantifier === 'some' || quantifier === 'at least one')
    return `${list.text}.exists(${local}, ${inner})`;
  return quantifier === 'no' ? `not ${list.text}.exists(${local}, ${inner})` : `${list.text}.all(${local}, ${inner})`;
}

/** The same of records of another entity that point to the record: "no charge of this loan is open", "all lines are back". */
function eachOfRecords(
  quantifier: string,
  noun: string,
  said: string,
  frame: Frame,
  read: (words: string, frame: Frame) => string | null,
): string | null {
  const entity =
    entityNamed(frame.lexicon, noun) ??
    (frame.entity === null ? null : entityNamed(frame.lexicon, `${frame.entity} ${noun}`));
  const link =
    entity === null || frame.entity === null || frame.prefix !== '' ? null : linkTo(entity, frame.entity, frame);
  if (entity === null || link === null) return null;
  const each: Operand = { text: 'this', sort: 'record', entity: entity.name, options: [], compound: false };
  const inner = read(`it ${said}`, { ...frame, entity: entity.name, subject: each });
  if (inner === null || / or |\bthis\b/.test(inner)) return null;
  const isSome = quantifier === 'any' || quantifier === 'some' || quantifier === 'at least one';
  const where = quantifier === 'no' || isSome ? inner : negated(inner);
  return `count(${entityText(entity)} where ${link} == this and ${where}) ${isSome ? '>= 1' : '== 0'}`;
}

/** A local that is no name of anything else. */
function localName(entity: string, frame: Frame): string {
  const taken = new Set(frame.lexicon.entities.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const first = entity.charAt(0).toLowerCase();
  const wanted = /^[a-z]$/.test(first) ? first : 'x';
  return taken.has(wanted) ? `each${wanted.toUpperCase()}` : wanted;
}

/** Whether the words mean the record of the frame itself. */
export function ownRecord(words: string, frame: Frame): Operand | null {
  if (frame.entity === null || !isOwn(words, frame)) return null;
  return {
    text: frame.prefix === '' ? 'this' : frame.prefix.slice(0, -1),
    sort: 'record',
    entity: frame.entity,
    options: [],
    compound: false,
  };
}
