import type { Call, CallError } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span, split } from '../markdown/span.ts';
import type { Part } from '../outline.ts';
import { callMade, nameOfCall } from '../points/7-call.ts';
import { createReader, type Reader, words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { bodyOf } from './7-body.ts';
import { callsInCode, callsInLines } from './7-code.ts';
import { changedFields, deedOf, sentField } from './7-deed.ts';
import { aboutAll, withBase } from './7-every.ts';
import { beginsWithCall, callsIn } from './7-parse.ts';
import { type Growing, type IsError, isErrorList, readTail } from './7-tail.ts';
import { quotation } from './kept.ts';
import { withoutLabel } from './label.ts';
import { labelledLines } from './lines.ts';
import { keepQuote, type Rest, reportLeft, type Walker, walk } from './walk.ts';

/** Where the calls of point 7 go while it is read. */
export interface CallSink {
  readonly calls: Call[];
  readonly table: (table: Extract<Block, { kind: 'table' }>) => boolean;
  /** What every call may answer, by sentence. */
  readonly every: { readonly errors: readonly CallError[]; readonly source: string }[];
  /** What all paths begin with, as far as it was said; empty where nothing was. */
  base: string;
}

interface Talk extends Pick<Walker, 'quotes'> {
  readonly sink: CallSink;
  readonly reader: Reader;
  readonly isError: IsError;
  /** The calls of the last item, which a body behind it belongs to. */
  last: Growing[];
}

/** Calls in lists, sentences and code, in the order of the text; tables among them go to the sink's own reader. */
export function readCallsInWords(reader: Reader, blocks: readonly Block[], sink: CallSink, title: Span | null): Rest {
  const talk: Talk = { sink, reader, isError: isErrorOf(reader), last: [], quotes: [] };
  const own = title === null ? [] : callsIn(reader, title, talk.isError);
  if (title !== null && own.length === 0) keepQuote(talk, title.text);
  talk.last = own;
  const inOwn = own.length > 0;
  const rest = walk(reader, blocks, {
    point: 7,
    quotes: talk.quotes,
    table: (table) => {
      settle(talk);
      return sink.table(table);
    },
    item: (item) => (inOwn && !beginsWithCall(reader, item.text) ? addTo(talk, item) : readItem(talk, item)),
    paragraph: (text) => readParagraph(talk, text, inOwn),
    code: (text) => readCode(talk, text),
  });
  settle(talk);
  return { ...rest, inWords: rest.inWords || inOwn };
}

const LIKE_A_CODE = /^[A-Z]{1,12}[-_]?\d{1,4}$/;

/** Codes look like E07 or stand in point 8. */
function isErrorOf(reader: Reader): IsError {
  let known: ReadonlySet<string> | null = null;
  return (code) => {
    if (LIKE_A_CODE.test(code)) return true;
    if (!/^[A-Z][A-Z0-9_-]{2,}$/.test(code)) return false;
    known ??= new Set(reader.lexicon().errors);
    return known.has(code);
  };
}

/** Whether a part is a call, or a group of them. */
export function holdsCalls({ title, blocks }: Part): boolean {
  const reader = createReader('');
  const inItem = (item: Item): boolean => beginsWithCall(reader, item.text) || item.items.some(inItem);
  return (
    beginsWithCall(reader, title) ||
    blocks.some((block) => {
      if (block.kind === 'list') return block.items.some(inItem);
      if (block.kind === 'prose') return block.code ? false : beginsWithCall(reader, block.text);
      return block.header.cells.some((cell) => /^(?:.*\bpath|endpoint|url|route|call|request)$/i.test(words(cell)));
    })
  );
}

function readItem(talk: Talk, item: Item): boolean {
  const { reader } = talk;
  const calls = labelledCalls(talk, item.text);
  if (calls.length > 0) {
    settle(talk);
    talk.last = calls;
    readBehind(talk, calls, item);
    for (const nested of item.items) {
      if (beginsWithCall(reader, nested.text)) readItem(talk, nested);
      else if (talk.last === calls) readTail(reader, calls, nested.text, talk.isError);
      else leave(talk, nested);
    }
    return true;
  }
  if (item.items.some((nested) => holdsCall(talk, nested))) {
    if (!readAll(talk, item.text)) keepQuote(talk, item.text.text);
    for (const nested of item.items) if (!readItem(talk, nested)) leave(talk, nested);
    return true;
  }
  if (!readAll(talk, item.text)) return false;
  for (const nested of item.items) leave(talk, nested);
  return true;
}

const holdsCall = (talk: Talk, item: Item): boolean =>
  beginsWithCall(talk.reader, item.text) || item.items.some((nested) => holdsCall(talk, nested));

/** Reports an item that says something of no call, and keeps its words. */
function leave(talk: Talk, item: Item): void {
  const texts = (one: Item): Span[] => [one.text, ...one.items.flatMap(texts)];
  for (const text of texts(item)) reportLeft(talk.reader, text, 7);
  keepQuote(talk, item.at.text);
}

/** A body, or sentences, that stand in the item behind its first paragraph. */
function readBehind(talk: Talk, calls: readonly Growing[], item: Item): void {
  const from = item.text.from + item.text.text.length - item.at.from;
  const to = (item.items[0]?.at.from ?? item.at.from + item.at.text.length) - item.at.from;
  const raw = item.at.text.slice(from, to).replace(/(?:^|\n)[ \t]*[-*+]?[ \t]*$/, '');
  const behind = part({ text: item.at.text, from: item.at.from }, from, from + raw.length);
  if (behind.text !== '') readBody(talk, calls, behind);
}

function readBody(talk: Talk, calls: readonly Growing[], text: Span): void {
  const call = calls.at(-1);
  const inside = text.text.replace(/^(?:```|~~~)\w*\s*/, '').replace(/\s*(?:```|~~~)$/, '');
  const body = bodyOf(inside);
  if (call === undefined) return;
  if (body === null || call.sends !== null) readTail(talk.reader, calls, text, talk.isError);
  else {
    call.sends = body.names;
    if (body.more) call.sources.push(inside);
  }
}

/** What stands under a heading that is a call. */
function addTo(talk: Talk, item: Item): boolean {
  readTail(talk.reader, talk.last, item.text, talk.isError);
  readBehind(talk, talk.last, item);
  for (const nested of item.items) readTail(talk.reader, talk.last, nested.text, talk.isError);
  return true;
}

/** The calls of a text; a requirement id in front of it is kept with them. */
function labelledCalls({ reader, isError }: Talk, text: Span): Growing[] {
  const { label, rest } = withoutLabel(text);
  if (label === null) return callsIn(reader, text, isError);
  const calls = callsIn(reader, rest, isError);
  for (const call of calls) call.sources.push(call.sources.length > 0 ? text.text : label.text);
  return calls;
}

/** Lines that begin with requirement ids: each a call, or a sentence about all calls. */
function readLabelled(talk: Talk, text: Span): boolean {
  const lines = labelledLines(text);
  if (!lines.some((line) => beginsWithCall(talk.reader, withoutLabel(line).rest))) return false;
  for (const line of lines) {
    const calls = labelledCalls(talk, line);
    if (calls.length > 0) {
      settle(talk);
      talk.last = calls;
    } else if (!readAll(talk, line)) {
      reportLeft(talk.reader, line, 7);
      keepQuote(talk, line.text);
    }
  }
  return true;
}

function readParagraph(talk: Talk, text: Span, inOwn: boolean): boolean {
  if (withoutLabel(text).label !== null && readLabelled(talk, text)) return true;
  const lines = split(text, '\n').filter((line) => line.text !== '');
  if (lines.every((line) => beginsWithCall(talk.reader, line))) {
    for (const line of lines) {
      settle(talk);
      talk.last = callsIn(talk.reader, line, talk.isError);
    }
    return true;
  }
  const calls = callsIn(talk.reader, text, talk.isError);
  if (calls.length > 0) {
    settle(talk);
    talk.last = calls;
    return true;
  }
  if (inOwn && talk.last.length > 0) {
    readTail(talk.reader, talk.last, text, talk.isError);
    return true;
  }
  return readAll(talk, text);
}

/** Sentences about all calls. True where at least one was read; what was not is then reported and kept. */
function readAll(talk: Talk, text: Span): boolean {
  const { label, rest } = withoutLabel(text);
  const about = aboutAll(talk.reader, rest, (span) => isErrorList(span, talk.isError));
  if (!about.read) return false;
  if (label !== null && about.unread.length === 0) keepQuote(talk, label.text);
  if (about.errors.length > 0) talk.sink.every.push({ errors: about.errors, source: text.text });
  if (about.base !== '') talk.sink.base = about.base;
  if (about.unread.length > 0) {
    for (const one of about.unread) reportLeft(talk.reader, one, 7);
    keepQuote(talk, text.text);
  }
  return true;
}

/** A body behind a call, or calls of their own: requests as they go over the wire, or a description in YAML. */
function readCode(talk: Talk, text: Span): boolean {
  const listed = callsInLines(talk.reader, text, talk.isError);
  if (listed !== null) {
    for (const call of listed.calls) {
      settle(talk);
      talk.last = [call];
    }
    for (const line of listed.left) {
      reportLeft(talk.reader, line, 7);
      keepQuote(talk, line.text);
    }
    return true;
  }
  const found = callsInCode(talk.reader, text);
  if (found === null) {
    if (talk.last.length === 0 || bodyOf(text.text.replaceAll(/^(?:```|~~~)\w*|(?:```|~~~)$/g, '')) === null)
      return false;
    readBody(talk, talk.last, text);
    return true;
  }
  const same = ({ address }: Growing) => `${address.method} ${withBase(address.path, talk.sink.base)}`;
  for (const call of found.calls) {
    const known = talk.last.find((one) => same(one) === same(call));
    if (known === undefined) {
      settle(talk);
      talk.last = [call];
    } else known.sends ??= call.sends;
  }
  talk.reader.report(say.noteNotRead(words(text), null), text, { point: 7 });
  talk.quotes.push(found.source);
  return true;
}

/** Makes the calls that are still open. */
function settle(talk: Talk): void {
  for (const call of talk.last.splice(0)) talk.sink.calls.push(made(talk, call));
}

/** Whether words say that the call does less than its path does: then what it does is not known. */
function isNarrowed({ unread, gets }: Growing): boolean {
  return unread.some(({ text }) => soundsLikeRule(text)) || /\b(?:only|where|whose|own|except|unless)\b/i.test(gets);
}

/** Each stretch that is kept, once. */
function sourceOf({ sources }: Growing): string {
  return sources.filter((one, at) => !sources.some((other, index) => index < at && other.includes(one))).join(' ');
}

function made({ reader, sink }: Talk, growing: Growing): Call {
  const lexicon = reader.lexicon();
  const address = { ...growing.address, path: withBase(growing.address.path, sink.base) };
  const does = isNarrowed(growing) ? deedOf(null, lexicon) : deedOf(address, lexicon);
  const at = reader.place(growing.at);
  const open = growing.beside === null ? null : changedFields(does, lexicon);
  const named = open === null ? growing.sends : [...new Set([...open, ...(growing.beside ?? [])])];
  const sends = named?.map((name) => ({ name: sentField(name, does, lexicon), at })) ?? null;
  if (open === null && growing.beside !== null && growing.beside.length > 0) growing.unread.push(growing.at);
  if (growing.unread.length > 0 && growing.sources.length === 0) growing.sources.push(growing.at.text);
  const id = reader.id('call', nameOfCall({ title: growing.title, address }));
  const about = { point: 7, element: id } as const;
  for (const unread of growing.unread) reader.report(say.noteNotRead(words(unread), null), unread, about);
  return callMade(
    reader,
    {
      at: growing.at,
      title: growing.title,
      address,
      does,
      sends,
      sendsShape: null,
      gets: growing.gets,
      errors: growing.errors,
      help: quotation(sourceOf(growing)),
    },
    id,
  );
}
