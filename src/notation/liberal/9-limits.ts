import { parseExpression } from '../../expressions/parse.ts';
import type { Constant, Limit, LimitName } from '../../model/model.ts';
import { say } from '../codes.ts';
import { type Cells, foldName } from '../columns.ts';
import type { Block, Item } from '../markdown/document.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { hoursIn } from '../points/9-hours.ts';
import { type LimitValue, limitNamed, limitValue, NO_VALUE } from '../points/9-limit-words.ts';
import { formulaOf, isFromEnvironment, quantityText } from '../points/9-value.ts';
import { type About, isNotShown, keyAndValue, type Reader, stated, words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { type Assigned, assigned } from './9-code.ts';
import { goesOn, nameOf, type Piece, piecesOf } from './9-pieces.ts';
import { tableIn } from './9-row.ts';
import { cut, endWithout, findOutside, sentences } from './cut.ts';
import { inLine, quotation } from './kept.ts';
import { keepQuote, type Rest, reportLeft, walk } from './walk.ts';

/** Where the constants and limits of point 9 go while it is read. */
export interface LimitSink {
  readonly constants: Constant[];
  readonly limits: Limit[];
  readonly table: (table: Extract<Block, { kind: 'table' }>) => boolean;
  readonly row: (cells: Cells) => void;
  /** Names of constants that are taken, without capitals, spaces and punctuation. */
  readonly taken: Set<string>;
  /** Of a name that is taken, the number to try next. */
  readonly numbers: Map<string, number>;
  /** Tables of values, which are made behind the rest. */
  readonly later: (() => Constant | null)[];
}

interface Talk {
  readonly reader: Reader;
  readonly sink: LimitSink;
  readonly quotes: string[];
}

/** Constants and limits in lists and sentences; tables go to the sink's own reader. */
export function readLimitsInWords(reader: Reader, blocks: readonly Block[], sink: LimitSink, title: Span | null): Rest {
  const talk: Talk = { reader, sink, quotes: [] };
  if (title !== null) keepQuote(talk, title.text);
  return walk(reader, blocks, {
    point: 9,
    quotes: talk.quotes,
    table: sink.table,
    item: (item) => readItem(talk, item),
    paragraph: (text) => readText(talk, text),
    code: (text) => readCode(talk, text),
  });
}

function readItem(talk: Talk, item: Item): boolean {
  if (item.items.length === 0) return readRow(talk, item.text, item.at) || readText(talk, item.text);
  const read = readRow(talk, item.text, item.at) || readText(talk, item.text);
  const rest = item.items.filter((nested) => !readItem(talk, nested));
  if (!read && rest.length === item.items.length) return false;
  if (!read) keepQuote(talk, item.text.text);
  for (const nested of rest) leave(talk, nested);
  return true;
}

function leave(talk: Talk, item: Item): void {
  const texts = (one: Item): Span[] => [one.text, ...one.items.flatMap(texts)];
  for (const text of texts(item)) reportLeft(talk.reader, text, 9);
  keepQuote(talk, item.at.text);
}

/** `- TASK_LIMIT: 5000 EUR`, `- Page size: 50`: a row of the table, written as an item. */
function readRow({ reader, sink }: Talk, text: Span, at: Span): boolean {
  const found = keyAndValue(text);
  if (found === null || !isRow(found.key, found.value)) return false;
  const name = words(found.key);
  const limit = limitNamed(name);
  const why = reader.inWords && limit !== null && foldName(limit) !== foldName(name) ? quotation(text.text) : null;
  const cells = new Map([
    ['Name', found.key],
    ['Value', found.value],
    ['Why', why === null ? null : { text: why, from: text.from }],
  ]);
  const before = sink.constants.length;
  sink.row({ at, cell: (column) => cells.get(column) ?? null });
  const made = limit === null ? sink.constants[before] : sink.limits.at(-1);
  // A document in the notation hears it from the checks, with what hangs on it.
  if (isNotShown(found.value) && made !== undefined && reader.inWords)
    reader.report(say.notShown(`“${name}”`, 'What depends on it refuses.'), text, { point: 9, element: made.id });
  return true;
}

function isRow(key: Span, value: Span): boolean {
  const name = words(key);
  const limit = limitNamed(name);
  if (limit !== null) return isNotShown(value) || limitValue(limit, words(value)) !== null;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return false;
  if (isNotShown(value) || codeOf(value) !== null || isFromEnvironment(value.text)) return true;
  if (/^(?=.*\p{Lu})[\p{Lu}\p{N}_]{2,}$/u.test(name)) return true;
  return quantityText(value.text) !== null || parseExpression(value.text).tree !== null;
}

/** A paragraph or item, clause by clause. What is not read of one that is read in part is reported and kept. */
function readText(talk: Talk, text: Span): boolean {
  const made: Made[] = [];
  const left: Span[] = [];
  let key = '';
  let keyAt: Span = { text: '', from: text.from };
  for (const clause of sentences(text)) {
    const coded = codeIn(clause);
    if (coded !== null) {
      key = '';
      keyAt = { text: '', from: clause.from };
      made.push(...coded.made);
      for (const rest of coded.left) if (!readClause(talk, rest, '', made)) left.push(rest);
      continue;
    }
    const found = keyIn(clause);
    if (found !== null) keyAt = found.key;
    if (found !== null) key = words(found.key);
    const own = found?.value ?? clause;
    if (found !== null && isNotShown(found.value)) made.push({ kind: 'unknown', name: key, at: clause });
    else if (found === null && !goesOn(clause)) {
      if (!readClause(talk, clause, '', made)) left.push(clause);
    } else left.push(...readUnder(talk, own, keyAt, made));
  }
  const named = made.filter(({ name }) => /\p{L}/u.test(name));
  if (named.length === 0) return false;
  if (named.length < made.length) left.push(text);
  settle(talk, text, named, left);
  return true;
}

const REMARK = /\s+(?:#|\/\/)\s*(.*)$/;

/** Assignments, a line each; what else stands in the block keeps it as a quotation. */
function readCode(talk: Talk, block: Span): boolean {
  const lines = linesOf(block).filter(({ text }) => text !== '' && !/^(?:```|~~~)/.test(text));
  const found = lines.map((line) => {
    const remark = REMARK.exec(line.text)?.[1] ?? '';
    const bare = part(line, 0, line.text.replace(REMARK, '').length);
    const made = assigned({ text: `\`${bare.text}\``, from: bare.from });
    return made === null ? null : ({ kind: 'constant', ...made, help: remark, at: line } as const);
  });
  const made = found.filter((one) => one !== null);
  if (made.length === 0) return false;
  const left = lines.filter((_, index) => found[index] === null);
  settle(talk, { text: lines.map(({ text }) => text).join(' '), from: block.from }, made, left);
  return true;
}

function linesOf(block: Span): Span[] {
  let from = 0;
  return block.text.split('\n').map((line) => {
    const span = part(block, from, from + line.length);
    from += line.length + 1;
    return span;
  });
}

/** What a text gives, before it has an id. */
export type Made =
  | {
      readonly kind: 'constant';
      readonly name: string;
      readonly value: string;
      readonly help: string;
      readonly at: Span;
    }
  | {
      readonly kind: 'table';
      readonly make: (id: string, name: string) => Constant;
      readonly name: string;
      readonly at: Span;
    }
  | {
      readonly kind: 'limit';
      readonly name: LimitName;
      readonly value: LimitValue;
      readonly at: Span;
      readonly isOwn: boolean;
    }
  | { readonly kind: 'unknown'; readonly name: string; readonly at: Span };

/** `key: value`, with up to twelve words before the colon. */
function keyIn(clause: Span): { readonly key: Span; readonly value: Span } | null {
  const colon = findOutside(clause.text, /:(?=\s)/y);
  if (colon === null || colon.at === 0) return null;
  const key = part(clause, 0, colon.at);
  return key.text.split(/\s+/).length > 12 ? null : { key, value: part(clause, colon.end) };
}

/** The values behind a key; gives back what could not be read of them. */
function readUnder(talk: Talk, value: Span, keyAt: Span, made: Made[]): Span[] {
  const key = words(keyAt);
  const limit = limitNamed(key);
  const bare = part(value, 0, endWithout(value.text, '.').length);
  if (limit !== null) {
    const found = limitIn(limit, bare);
    if (found !== null) {
      const isOwn = foldName(limit) === foldName(key);
      made.push({ kind: 'limit', name: limit, value: found.value, at: value, isOwn });
      return found.left === null ? [] : [found.left];
    }
  }
  const table = tableIn(talk.reader, keyAt, bare);
  if (table !== null) {
    made.push({ kind: 'table', ...table, at: value });
    return table.left;
  }
  const stretches = piecesOf(bare);
  const alone = stretches.flatMap(({ pieces }) => (pieces?.length === 1 ? pieces : [])).filter(isAlone);
  if (stretches.length > 1 && alone.length === stretches.length) {
    const list = `[${alone.map((piece) => piece.value).join(', ')}]`;
    made.push({ kind: 'constant', name: key, value: list, help: '', at: bare });
    return [];
  }
  const plain = key !== '' && stretches.every(({ pieces }) => pieces === null) ? textIn(bare) : null;
  if (plain !== null) {
    made.push({ kind: 'constant', name: key, value: plain, help: '', at: bare });
    return [];
  }
  const left: Span[] = [];
  for (const { at, pieces } of stretches) {
    if (pieces === null) left.push(at);
    else for (const piece of pieces) made.push(known(key, piece) ?? constant(nameOf(key, piece), piece));
  }
  return left;
}

const isAlone = ({ before, behind }: Piece) => before === '' && behind === '';

/** A value in quotes, an address, or one to three bare words, as a text. */
function textIn(value: Span): string | null {
  const quoted = /^["“]([^"“”]*)["”]$/.exec(value.text)?.[1];
  if (quoted !== undefined) return JSON.stringify(quoted);
  const text = words(value);
  const isAddress = /^https?:\/\/\S+$/i.test(text) || /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text);
  const isShort = /^\p{L}[\p{L}\p{N}/.'-]*(?: [\p{L}\p{N}/.'-]+){0,2}$/u.test(text) && !soundsLikeRule(text);
  return isAddress || isShort ? JSON.stringify(text) : null;
}

/** A clause without a key: what stands before the quantity is its name. */
function readClause(talk: Talk, clause: Span, key: string, made: Made[]): boolean {
  const [only, ...others] = piecesOf(clause);
  if (only === undefined || only.pieces === null) return false;
  const [piece, ...more] = only.pieces;
  if (piece === undefined || more.length > 0) return false;
  const named = nameFor(piece);
  if (named === null) return false;
  made.push(known(named.key, named.piece) ?? constant(nameOf(named.key, named.piece), piece));
  for (const { at, pieces } of others) {
    if (pieces === null) reportLater(talk, at);
    else for (const one of pieces) made.push(constant(nameOf(named.key, one), one));
  }
  return key === '';
}

function reportLater(talk: Talk, at: Span): void {
  talk.reader.report(say.noteNotRead(words(at), null), at, { point: 9 });
  keepQuote(talk, at.text);
}

/** `people search from 3 characters`, `the page size is 25`, `at most 3 toasts at once`. */
function nameFor(piece: Piece): { readonly key: string; readonly piece: Piece } | null {
  const verb = /^(?:the |an? )?(.+?) (?:is|are|=)(?: (.+))?$/i.exec(piece.before);
  const before = piece.before.replace(/^(?:the|an?) /i, '');
  if (verb?.[1] !== undefined) return { key: verb[1], piece: { ...piece, before: verb[2] ?? '' } };
  const bound = /^(?:at most|at least|up to|no more than|not more than|under|over|every)$/i.test(piece.before);
  if (bound || piece.before === '') return piece.behind === '' ? null : { key: '', piece };
  return { key: before, piece: { ...piece, before: '' } };
}

function constant(name: string, { value, at }: Piece): Made {
  return { kind: 'constant', name, value, help: '', at };
}

const isAny = (text: string, pattern: RegExp) => pattern.test(text);

/** What a phrase says of the product itself, so that it is a limit. */
function known(key: string, { value, before, behind, at }: Piece): Made | null {
  const limit = (name: LimitName): Made | null => {
    const found = limitValue(name, value);
    return found === null ? null : { kind: 'limit', name, value: found, at, isOwn: foldName(name) === foldName(key) };
  };
  const around = `${before} ${behind}`.trim();
  if (
    isAny(key, /^(?:all )?(?:files?|uploads?|attachments?)$/i) &&
    isAny(around, /^(?:at most|up to)?\s*(?:each|per file)?$/i)
  )
    return limit('upload size');
  if (isAny(key, /^(?:search|search text|searching|free text search)$/i)) {
    if (isAny(around, /^(?:at least|from)?\s*(?:characters?|letters?)$/i)) return limit('search from');
    if (isAny(around, /^(?:sent|starts|begins)\s+after (?:the )?last (?:key|keystroke|character)$/i))
      return limit('search delay');
  }
  if (
    isAny(key, /^(?:a )?search(?:es|ing)?(?: (?:starts|begins))?(?: (?:after|from|with|at))?$/i) &&
    isAny(around, /^(?:characters?|letters?)$/i)
  )
    return limit('search from');
  const named = limitNamed(key);
  if (
    named !== null &&
    isAny(around, /^(?:at most|up to|at least|from|every|is|are)?\s*(?:rows?|characters?|records?|times)?$/i)
  )
    return limit(named);
  return null;
}

/** A limit whose value stands there in words, and what of them it does not hold. */
function limitIn(name: LimitName, value: Span): { readonly value: LimitValue; readonly left: Span | null } | null {
  const text = words(value);
  const whole = limitValue(name, text.replace(/^(?:every|at most|at least|up to|from)\s+/i, ''));
  if (whole !== null) return { value: whole, left: null };
  if (name !== 'working hours') return null;
  const found = hoursIn(text);
  if (found === null) return null;
  const at = value.text.indexOf(found.left);
  return { value: { ...NO_VALUE, hours: found.hours }, left: at < 0 ? value : part(value, at) };
}

/** `` `PAGE_SIZE = 25`, `TAX_RATES = [0, 7, 19]` ``: null where no part of a clause is one. */
function codeIn(clause: Span): { readonly made: readonly Made[]; readonly left: readonly Span[] } | null {
  const made: Made[] = [];
  const left: Span[] = [];
  for (const one of cut(clause, (text, at) => (text[at] === ',' ? 1 : 0))) {
    const found: Assigned | null = assigned(one);
    if (found === null) left.push(one);
    else made.push({ kind: 'constant', ...found, at: one });
  }
  return made.length === 0 ? null : { made, left };
}

/** Gives ids and help to what a text has made. Of a text that is not wholly read, the first element keeps the words. */
function settle(talk: Talk, text: Span, made: readonly Made[], left: readonly Span[]): void {
  const { reader, sink } = talk;
  const rest = left.filter((one) => /[\p{L}\p{N}]/u.test(one.text));
  for (const one of rest) reportLeft(reader, one, 9);
  const isWhole = rest.length === 0 && made.every((one) => one.kind !== 'limit' || one.isOwn);
  const kept = isWhole ? '' : quotation(text.text);
  made.forEach((one, index) => {
    const help = inLine(one.kind === 'constant' ? one.help : '', index === 0 ? kept : '');
    if (one.kind === 'table') {
      sink.later.push(() => {
        const name = unique(one.name, sink);
        return { ...one.make(reader.id('constant', name), name), help };
      });
      return;
    }
    let about: About = { point: 9 };
    const limit = one.kind === 'limit' ? one.name : one.kind === 'unknown' ? limitNamed(one.name) : null;
    if (limit !== null) {
      const value = one.kind === 'limit' ? one.value : NO_VALUE;
      const element = stated(reader, 9, reader.id('limit', limit), text, help);
      about = { point: 9, element: element.id };
      const standing = one.kind === 'unknown' ? 'not shown' : 'stated';
      sink.limits.push({ ...element, standing, name: limit, ...value });
    } else if (one.kind !== 'limit') {
      const name = unique(one.name, sink);
      const element = stated(reader, 9, reader.id('constant', name), text, help);
      about = { point: 9, element: element.id };
      const value = one.kind === 'unknown' ? null : formulaOf(reader, one.value, one.at);
      const standing = value === null ? 'not shown' : 'stated';
      sink.constants.push({ ...element, standing, name, value, environment: null, table: null });
    }
    if (one.kind === 'unknown' && reader.inWords)
      reader.report(say.notShown(`“${one.name}”`, 'What depends on it refuses.'), one.at, about);
  });
}

/** A name that no other constant has. */
function unique(name: string, { taken, numbers }: LimitSink): string {
  let own = name;
  let number = numbers.get(name) ?? 2;
  for (; taken.has(foldName(own)); number += 1) own = `${name} ${number}`;
  numbers.set(name, number);
  taken.add(foldName(own));
  return own;
}
