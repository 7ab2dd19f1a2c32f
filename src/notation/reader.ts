import { parseExpression } from '../expressions/syntax/parse.ts';
import { nameText } from '../fields/text/fold.ts';
import { labelOf } from '../model/lookups/label.ts';
import type { Diagnostic, Edit } from '../model/types/diagnostic.ts';
import type { Formula } from '../model/types/formula.ts';
import type { Reference } from '../model/types/model.ts';
import { type Element, idOf, type Name, type Place, type Point } from '../model/types/place.ts';
import { type Message, READER_CODES, say } from './codes.ts';
import { grouped, type Reported } from './grouped.ts';
import { EMPTY_LEXICON, type Lexicon } from './liberal/lexicon.ts';
import type { Document } from './markdown/document.ts';
import { codeOf, type Decoded, decode, decodeFormula, endOf, part, type Span, split } from './markdown/span.ts';
import type { Kept, Link, Lost, Memory, Stretch } from './memory.ts';

/** What all points read with: places, ids and findings of one document. Made anew for each reading. */
export interface Reader {
  readonly place: (span: Span) => Place;
  /** The place of an element of point 3 that is read elsewhere: it is where `settle` finds the element in the end. */
  readonly placeElsewhere: (element: Pick<Element, 'id' | 'at'> | null) => Place | null;
  readonly settle: (elements: readonly Element[]) => void;
  /** The id of an element; a second one of the same id gets `#2`. */
  readonly id: (kind: string, ...names: readonly string[]) => string;
  readonly report: (message: Message, at: Span, about?: About) => void;
  /** Each by itself, as it was reported. */
  readonly diagnostics: readonly Diagnostic[];
  /** One for all of a kind in one table, list or paragraph. */
  readonly findings: (document: Document) => Diagnostic[];
  /** Keeps what a point has no place for: it becomes a quotation in the help of the point, so that no word is dropped. */
  readonly lose: (point: Point, source: string) => void;
  readonly lost: readonly Lost[];
  /** What the document states, as far as a first reading knew. Asking for it makes the document be read a second time. */
  readonly lexicon: () => Lexicon;
  readonly askedLexicon: () => boolean;
  /** The same lexicon, with what was worked out of it before. */
  readonly sameLexicon: (lexicon: Lexicon) => Lexicon;
  /** This is the second reading: parts of the document are in words, so that all which is not read is worth a finding. */
  readonly inWords: boolean;
  /** Reads a stretch, or gives what an earlier reading of it came to, where neither it nor `context` has changed. */
  readonly kept: <T>(kind: string, stretch: Stretch, context: Context, read: () => T) => T;
}

/** What a stretch is read by besides its own text; of elements, all but places and help. */
export type Context = string | readonly (readonly object[])[];

export interface About {
  readonly point?: Point | null;
  readonly element?: string | null;
  readonly edit?: Edit | null;
}

/** Beyond these many findings of one code the rest say nothing new. */
const MOST_OF_A_KIND = 1000;
const MORE = 'There are more findings of this kind from here on; they are not listed one by one.';

export function createReader(text: string, lexicon: Lexicon | null = null, memory: Memory | null = null): Reader {
  const open: Kept[] = [];
  let asked = false;
  const starts = lineStarts(text);
  const ids = new Map<string, number>();
  const reported: Reported[] = [];
  const diagnostics: Diagnostic[] = [];
  const lost: Lost[] = [];
  const links: Link[] = [];
  const sameLexicon = (same: Lexicon) => memory?.known(same) ?? same;
  const own = sameLexicon(lexicon ?? { ...EMPTY_LEXICON, made: new Map() });
  const place = (span: Span) => {
    // What is read may be put together from several cells, and then be longer than what stands there.
    const found = placeOf(starts, span.from, Math.min(endOf(span), Math.max(span.from, text.length)));
    open.at(-1)?.places.push(found);
    return found;
  };
  const list = (each: Reported): void => {
    reported.push(each);
    diagnostics.push(each.diagnostic);
  };
  const takeAgain = (kept: Kept): void => {
    asked ||= kept.asks;
    // Nobody has taken them: the stretch would not be kept else.
    for (const id of kept.ids) ids.set(id, 1);
    for (const { id, count } of kept.further) ids.set(id, Math.max(count, ids.get(id) ?? 0));
    for (const each of kept.reported) list(each);
    lost.push(...kept.lost);
    links.push(...kept.links);
    for (const each of kept.within) takeAgain(each);
  };
  const isFree = ({ ids: own, within }: Kept): boolean => own.every((id) => !ids.has(id)) && within.every(isFree);
  const add = (kept: Kept): void => {
    const outer = open.at(-1);
    if (outer === undefined) memory?.add(kept);
    else outer.within.push(kept);
  };
  return {
    diagnostics,
    findings: (document) => limited(grouped(reported, document)),
    lost,
    lose: (point, source) => {
      open.at(-1)?.lost.push({ point, source });
      lost.push({ point, source });
    },
    place,
    placeElsewhere: (element) => {
      if (element === null || element.at === null) return null;
      const link = { id: element.id, place: { ...element.at }, lost: false };
      links.push(link);
      open.at(-1)?.links.push(link);
      return link.place;
    },
    settle: (elements) => {
      const found = new Map(links.length === 0 ? [] : elements.map(({ id, at }) => [id, at] as const));
      for (const link of links) {
        const at = found.get(link.id) ?? null;
        link.lost = at === null;
        if (at !== null) Object.assign(link.place, at);
      }
    },
    sameLexicon,
    lexicon: () => {
      asked = true;
      for (const kept of open) kept.asks = true;
      return own;
    },
    askedLexicon: () => asked,
    inWords: lexicon !== null,
    id: (kind, ...names) => {
      const id = idOf(kind, ...names.map(nameText));
      const count = (ids.get(id) ?? 0) + 1;
      ids.set(id, count);
      if (count === 1) open.at(-1)?.ids.push(id);
      else open.at(-1)?.further.push({ id, count });
      return count === 1 ? id : `${id}#${count}`;
    },
    report: (message, at, { point = null, element = null, edit = null } = {}) => {
      const { code, next } = message;
      const diagnostic: Diagnostic = {
        code,
        severity: READER_CODES[code].severity,
        point,
        at: place(at),
        also: [],
        message: message.message,
        next,
        element,
        edit,
        witness: null,
      };
      open.at(-1)?.reported.push({ diagnostic, message });
      list({ diagnostic, message });
    },
    kept: (kind, stretch, context, read) => {
      if (memory === null) return read();
      const { line, column } = placeOf(starts, stretch.from, stretch.from);
      const said = typeof context === 'string' ? context : context.map(memory.words).join('\n\n');
      const found = memory.find(kind, stretch, said, { line, column });
      if (found !== null && isFree(found) && countsOn(found, ids)) {
        takeAgain(found);
        add(found);
        return found.value as ReturnType<typeof read>;
      }
      const kept: Kept = {
        kind,
        context: said,
        ...stretchOf(stretch),
        line,
        column,
        value: null,
        places: [],
        links: [],
        reported: [],
        lost: [],
        ids: [],
        further: [],
        asks: false,
        within: [],
      };
      open.push(kept);
      kept.value = read();
      open.pop();
      add(kept);
      return kept.value as ReturnType<typeof read>;
    },
  };
}

function limited(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  return diagnostics
    .toSorted((one, other) => one.at.from - other.at.from)
    .flatMap((diagnostic) => {
      const count = (counts.get(diagnostic.code) ?? 0) + 1;
      counts.set(diagnostic.code, count);
      if (count > MOST_OF_A_KIND + 1) return [];
      return [count > MOST_OF_A_KIND ? { ...diagnostic, message: MORE } : diagnostic];
    });
}

/** A second one of its name has its number from the first: that stands in the same stretch, or before it as it did. */
function countsOn(kept: Kept, taken: ReadonlyMap<string, number>): boolean {
  const least = new Map<string, number>();
  const look = ({ further, within }: Kept): void => {
    for (const { id, count } of further) least.set(id, Math.min(count, least.get(id) ?? count));
    for (const each of within) look(each);
  };
  look(kept);
  return [...least].every(([id, count]) => (taken.get(id) ?? 0) === count - 1 || (count === 2 && isFirst(kept, id)));
}

const isFirst = ({ ids, within }: Kept, id: string): boolean =>
  ids.includes(id) || within.some((each) => isFirst(each, id));

const stretchOf = ({ from, to }: Stretch): Stretch => ({ from, to });

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column count from 1. */
function placeOf(starts: readonly number[], from: number, to: number): Place {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= from) low = middle;
    else high = middle - 1;
  }
  return { from, to, line: low + 1, column: from - (starts[low] ?? 0) + 1 };
}

/** What every stated element carries. */
export function stated(reader: Reader, point: Point, id: string, at: Span, help = ''): Element {
  return { id, point, standing: 'stated', at: reader.place(at), assumption: null, help };
}

/** A name with the label that its rule gives. */
export function named(written: string, plural: string | null = null): Name {
  const name = nameText(written);
  return { name, label: labelOf(name), plural, translations: {} };
}

/** People who leave something open write so too. */
export const OPEN_WORDS = String.raw`not shown|tbd|tba|tbc|to be (?:decided|defined|determined|confirmed)|\?{1,3}`;
const NOT_SHOWN = new RegExp(String.raw`^[*_]{0,2}(?:${OPEN_WORDS})\.?[*_]{0,2}$`, 'i');
const DASH = /^[-–—]+$/;

/** Whether a paragraph says that there is nothing here: `None.` */
export const isNone = ({ text }: Span): boolean => /^(?:none|nothing|there are none)\.?$/i.test(text.trim());

/** Nothing stands here: empty, or a dash. */
export function isBlank(span: Span | null): boolean {
  return span === null || span.text === '' || DASH.test(span.text);
}

export function isNotShown(span: Span | null): boolean {
  return span !== null && NOT_SHOWN.test(span.text);
}

/** The words of a span, escapes resolved; a letter and its accent are one sign. */
export function words(span: Span): string {
  return nameText(decode(unbold(span)).text);
}

/** People write names in bold. */
function unbold(span: Span): Span {
  const bold = /^\*\*([^*]+)\*\*$/.exec(span.text);
  return bold === null || bold[1]?.trim() === '' ? span : part(span, 2, span.text.length - 2);
}

/** Prose in a cell or behind a key, as Markdown on one line. */
export function cellProse(span: Span): string {
  return span.text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ').replaceAll('\\|', '|');
}

export function reference(reader: Reader, span: Span): Reference {
  return { name: words(span), at: reader.place(span) };
}

/** Names separated by commas. */
export function references(reader: Reader, span: Span | null): Reference[] {
  if (span === null || isBlank(span)) return [];
  return split(span, ',')
    .filter((name) => !isBlank(name))
    .map((name) => reference(reader, name));
}

/** An expression, in backticks or not. A mistake in it is reported where it stands. */
export function formula(reader: Reader, span: Span, about: About): Formula {
  const at = codeOf(span) ?? span;
  const decoded = formulaText(span);
  const { tree, problems } = parseExpression(decoded.text);
  for (const problem of problems) {
    if (problem.severity !== 'error') continue;
    reader.report(say.expression(problem.message, problem.next), covered(decoded, problem.from, problem.to), about);
  }
  return { text: decoded.text, at: reader.place(at), tree };
}

/** The text of an expression as a formula holds it: one line, escapes resolved. */
export function formulaText(span: Span): Decoded {
  const inner = codeOf(span);
  return trimmed(inner === null ? decode(span) : decodeFormula(inner));
}

function trimmed(decoded: Decoded): Decoded {
  const line = decoded.text.replaceAll(/[\n\r\u2028\u2029]/g, ' ');
  const text = line.trim();
  const lead = line.indexOf(text);
  return { text, offsetOf: (index) => decoded.offsetOf(index + lead) };
}

/** The stretch of the document that a stretch of decoded text came from. */
export function covered(decoded: Decoded, from: number, to: number): Span {
  const start = decoded.offsetOf(from);
  const end = Math.max(start, decoded.offsetOf(to));
  return { text: ' '.repeat(end - start), from: start };
}

/** The first word-like part of a `Key: value` text, or null where there is no colon outside of backticks. */
export function keyAndValue(span: Span): { readonly key: Span; readonly value: Span } | null {
  const match = /^(?:[^`:\\]|\\[\s\S])+(?=:(?:\s|$))/.exec(span.text);
  if (match === null) return null;
  return { key: part(span, 0, match[0].length), value: part(span, match[0].length + 1) };
}
