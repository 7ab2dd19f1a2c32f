import { parseExpression } from '../../expressions/syntax/parse.ts';
import { nameText } from '../../fields/text/fold.ts';
import type { Constant, Limit } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Cells, foldName } from '../columns.ts';
import type { Block, Item } from '../markdown/document.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { limitNamed, limitValue, NO_VALUE } from '../points/9-limit-words.ts';
import { formulaOf, isFromEnvironment, quantityText } from '../points/9-value.ts';
import { type About, cellProse, isBlank, isNotShown, keyAndValue, type Reader, stated, words } from '../reader.ts';
import { type Assigned, assigned } from './9-code.ts';
import { clockTexts, known, limitIn, type Made, shortTexts, textIn } from './9-known.ts';
import { goesOn, nameOf, type Piece, piecesOf, single } from './9-pieces.ts';
import { tableIn } from './9-row.ts';
import { cut, endWithout, findOutside, sentences } from './cut.ts';
import { cellLine, inLine, quotation } from './kept.ts';
import { withoutLabel } from './label.ts';
import { columnsOf, labelledLines } from './lines.ts';
import { keepQuote, type Rest, reportLeft, walk } from './walk.ts';

/** Where the constants and limits of point 9 go while it is read. */
export interface LimitSink {
  readonly constants: Constant[];
  readonly limits: Limit[];
  readonly table: (table: Extract<Block, { kind: 'table' }>) => boolean;
  readonly row: (cells: Cells) => void;
  /** A row whose value says more than one quantity; `others`: what else stands in it. False: nothing of it is read. */
  readonly inWords: (cells: Cells, others: string) => boolean;
  /** A row in whatever words. */
  readonly anyRow: (cells: Cells, others: string) => boolean;
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
    paragraph: (text) => readParagraph(talk, text),
    code: (text) => readCode(talk, text),
  });
}

function readItem(talk: Talk, written: Item): boolean {
  const { label, rest: text } = withoutLabel(written.text);
  const item = label === null ? written : { ...written, text };
  const isRead = readPlain(talk, item);
  if (isRead && label !== null) keepQuote(talk, label.text);
  return isRead;
}

function readPlain(talk: Talk, item: Item): boolean {
  const read = readColumns(talk, item.text) || readRow(talk, item.text, item.at) || readText(talk, item.text);
  if (item.items.length === 0) return read;
  const rest = item.items.filter((nested) => !readItem(talk, nested));
  if (!read && rest.length === item.items.length) return false;
  if (!read) keepQuote(talk, item.text.text);
  for (const nested of rest) leave(talk, nested);
  return true;
}

/** `| reminders | 1, 48 hours before |`: the quantities of a cell, each with the words around it. */
export function readCells(reader: Reader, cells: Cells, others: string, sink: LimitSink): boolean {
  const [name, value, why] = [cells.cell('Name'), cells.cell('Value'), cells.cell('Why')];
  if (name === null || value === null) return false;
  const talk: Talk = { reader, sink, quotes: [] };
  const made: Made[] = [];
  const left = sentences(value).flatMap((clause) => {
    const own = keyIn(clause);
    if (own === null || limitNamed(words(name)) === 'working hours') return readUnder(talk, clause, name, made);
    if (!isNotShown(own.value)) return readUnder(talk, own.value, own.key, made);
    made.push({ kind: 'unknown', name: words(own.key), at: clause });
    return [];
  });
  if (made.length === 0) return false;
  const text = { text: `${name.text}: ${value.text}`, from: cells.at.from };
  settle(talk, text, made, left, inLine(why === null || isBlank(why) ? '' : cellProse(why), others));
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

/** A paragraph, in lines where they begin with labels of their own. */
function readParagraph(talk: Talk, text: Span): boolean {
  if (withoutLabel(text).label === null) return readText(talk, text);
  const lines = labelledLines(text);
  const left = lines.filter((line) => {
    const { label, rest } = withoutLabel(line);
    const isRead = readRow(talk, rest, rest) || readText(talk, rest);
    if (isRead && label !== null) keepQuote(talk, label.text);
    return !isRead;
  });
  if (left.length === lines.length) return false;
  for (const line of left) {
    reportLeft(talk.reader, line, 9);
    keepQuote(talk, line.text);
  }
  return true;
}

/** `Page size     20`: a name and a value with a gap between them, in plain text. */
function readColumns(talk: Talk, text: Span): boolean {
  const [name, value, ...others] = columnsOf(text);
  if (name === undefined || value === undefined || !/^[\p{L}\d]/u.test(name.text)) return false;
  if (/^\d+ /.test(name.text) && quantityText(name.text) !== null) return false;
  const unit = /^1 (?=\p{L})/u.exec(name.text);
  const cells = new Map([
    ['Name', part(name, unit?.[0].length ?? 0)],
    ['Value', value],
  ]);
  const row: Cells = { at: text, cell: (column) => cells.get(column) ?? null };
  const beside = others.length === 0 ? '' : quotation(others.map((one) => one.text).join(' '));
  for (const other of others) reportLeft(talk.reader, other, 9);
  return talk.sink.anyRow(row, beside);
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
  for (const one of made) settle(talk, one.at, [one], []);
  for (const line of left.filter(({ text }) => /\p{L}/u.test(text))) reportLater(talk, line);
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

/** `key: value`, `key = value`, with up to twelve words before the sign. */
function keyIn(clause: Span): { readonly key: Span; readonly value: Span } | null {
  const colon = findOutside(clause.text, /:(?=\s)|\s=(?=\s)/y);
  if (colon === null || colon.at === 0) return null;
  const key = part(clause, 0, colon.at);
  return key.text.split(/\s+/).length > 12 ? null : { key, value: part(clause, colon.end) };
}

/** The values behind a key; gives back what could not be read of them. */
function readUnder(talk: Talk, value: Span, keyAt: Span, made: Made[]): Span[] {
  if (made.length > 40) return [value];
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
  const texts = key === '' || limit !== null ? null : (clockTexts(bare) ?? shortTexts(bare));
  if (texts !== null) {
    made.push({ kind: 'constant', name: key, value: texts, help: '', at: bare });
    return [];
  }
  const stretches = piecesOf(bare);
  const alone = stretches.flatMap(({ pieces }) => (pieces?.length === 1 ? pieces : [])).filter(isAlone);
  if (stretches.length > 1 && alone.length === stretches.length) {
    const list = `[${alone.map((piece) => piece.value).join(', ')}]`;
    made.push({ kind: 'constant', name: key, value: list, help: '', at: bare });
    return [];
  }
  const plain = key !== '' && limit === null && stretches.every(({ pieces }) => pieces === null) ? textIn(bare) : null;
  if (plain !== null) {
    made.push({ kind: 'constant', name: key, value: plain, help: '', at: bare });
    return [];
  }
  const left: Span[] = [];
  for (const { at, pieces } of stretches) {
    const inner = pieces === null || stretches.length > 1 ? keyIn(at) : null;
    if (inner !== null) left.push(...readUnder(talk, inner.value, inner.key, made));
    else if (pieces === null) left.push(at);
    // Behind the value itself, what is no bound of it is something else, which has no name.
    else if (key !== '' && at !== stretches[0]?.at && isAloneIn(stretches[0]) && !pieces.every(isBound)) left.push(at);
    else for (const piece of pieces) made.push(known(key, piece) ?? constant(nameOf(key, piece), piece));
  }
  return left;
}

const isAloneIn = (stretch: ReturnType<typeof piecesOf>[number] | undefined) =>
  stretch?.pieces?.length === 1 && stretch.pieces.every(isAlone);

const isBound = ({ before, behind }: Piece) =>
  /^(?:at (?:most|least)|up to|max|min|or|from|to)/i.test(`${before} ${behind}`.trim());

const isAlone = ({ before, behind }: Piece) => before === '' && behind === '';

/** A clause without a key: what stands before the quantity is its name. */
function readClause(talk: Talk, clause: Span, key: string, made: Made[]): boolean {
  const [only, ...others] = piecesOf(clause);
  if (only?.pieces === null && others.length === 0) return readPair(clause, made);
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

/** `A course has 24 places by default and 32 at most`: two quantities of the same thing. */
function readPair(clause: Span, made: Made[]): boolean {
  const joint = / and (?=\d)/.exec(clause.text);
  const [one, other] =
    joint === null ? [] : [single(part(clause, 0, joint.index)), single(part(clause, joint.index + joint[0].length))];
  if (one === null || one === undefined || other === null || other === undefined || other.before !== '') return false;
  const [noun = '', ...bound] = one.behind.split(' ');
  const named = nameFor({ ...one, behind: '' });
  if (noun === '' || bound.length === 0 || named === null || !BOUND.test(other.behind)) return false;
  const key = `${named.key === '' ? one.before : named.key} ${noun}`;
  for (const piece of [{ ...one, behind: bound.join(' ') }, other])
    made.push(constant(nameOf(key, { ...piece, before: '' }), piece));
  return true;
}

const BOUND = /^(?:by default|at (?:the )?(?:most|least)|at (?:maximum|minimum)|(?:max|min)(?:imum)?)$/i;

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
function settle(talk: Talk, text: Span, made: readonly Made[], left: readonly Span[], beside = ''): void {
  const { reader, sink } = talk;
  const rest = left.filter((one) => /[\p{L}\p{N}]/u.test(one.text));
  for (const one of rest) reportLeft(reader, one, 9);
  const isWhole = rest.length === 0 && made.every((one) => one.kind !== 'limit' || one.isOwn);
  const kept = isWhole ? '' : quotation(text.text);
  made.forEach((one, index) => {
    const help = inLine(one.kind === 'constant' ? one.help : '', index === 0 ? kept : '', index === 0 ? beside : '');
    if (one.kind === 'table') {
      sink.later.push(() => {
        const name = unique(nameText(one.name), sink);
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
      sink.limits.push({ ...element, help: cellLine(help), standing, name: limit, ...value });
    } else if (one.kind !== 'limit') {
      const name = unique(nameText(one.name), sink);
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
