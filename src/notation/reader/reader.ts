import { type Parsed, parseExpression } from '../../expressions/syntax/parse.ts';
import { nameText } from '../../fields/text/fold.ts';
import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { Diagnostic, Edit } from '../../model/types/diagnostic.ts';
import { type Element, idOf, type Name, type Place, type Point } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Reference } from '../../model/types/model.ts';
import { OPEN_WORDS } from '../../model/types/open-words.ts';
import type { Document } from '../markdown/document.ts';
import { codeOf, type Decoded, decode, decodeFormula, endOf, part, type Span, split } from '../markdown/span.ts';
import { type Message, messages, READER_CODES } from './codes.ts';
import { mergeFindings, type ReportedFinding } from './group-findings.ts';

/** Places, ids and findings of one document, shared by the readers of all points. */
export interface Reader {
  readonly place: (span: Span) => Place;
  /** Returns the id of an element; a second element with the same name gets `#2`. */
  readonly id: (kind: string, ...names: readonly string[]) => string;
  /** Parses an expression. Documents repeat conditions, so each text is parsed once. */
  readonly parse: (text: string) => Parsed;
  readonly report: (message: Message, at: Span, about?: FindingContext) => void;
  /** All findings, unmerged, in the order of the reports. */
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the findings in the order of the text, with those of one kind in one table, list or paragraph merged. */
  readonly findings: (document: Document) => Diagnostic[];
}

/** The context of a finding. */
export interface FindingContext {
  readonly point?: Point | null;
  readonly element?: string | null;
  readonly edit?: Edit | null;
  /** Other places that the finding concerns, such as the content under the heading at which it is reported. */
  readonly also?: readonly Span[];
}

/** The maximum number of findings of one code that are listed. */
const MOST_OF_A_KIND = 1000;
const MORE = 'There are more findings of this kind; they are not listed.';

export function createReader(text: string): Reader {
  const starts = lineStarts(text);
  const ids = new Map<string, number>();
  const parsed = new Map<string, Parsed>();
  const reported: ReportedFinding[] = [];
  const diagnostics: Diagnostic[] = [];
  // A span may combine several cells and then be longer than the text that it came from.
  const place = (span: Span) => placeOf(starts, span.from, Math.min(endOf(span), Math.max(span.from, text.length)));
  return {
    diagnostics,
    findings: (document) => limited(mergeFindings(reported, document)),
    place,
    id: (kind, ...names) => {
      const id = idOf(kind, ...names.map(nameText));
      const count = (ids.get(id) ?? 0) + 1;
      ids.set(id, count);
      return count === 1 ? id : `${id}#${count}`;
    },
    parse: (text) => {
      const result = parsed.get(text) ?? parseExpression(text);
      parsed.set(text, result);
      return result;
    },
    report: (message, at, { point = null, element = null, edit = null, also = [] } = {}) => {
      const { code, next } = message;
      const diagnostic: Diagnostic = {
        code,
        severity: READER_CODES[code].severity,
        point,
        at: place(at),
        also: also.map(place),
        message: message.message,
        next,
        element,
        edit,
        witness: null,
      };
      reported.push({ diagnostic, message });
      diagnostics.push(diagnostic);
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

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns a place with line and column, both counted from 1. */
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

/** Returns the common attributes of a stated element. */
export function statedElement(reader: Reader, point: Point, id: string, at: Span, help = ''): Element {
  return { id, point, standing: 'stated', at: reader.place(at), assumption: null, help };
}

/** Returns the attributes of a stated name, with its derived label. */
export function statedName(written: string, plural: string | null = null): Name {
  const name = nameText(written);
  return { name, label: labelOf(name), plural, translations: {} };
}

/** Other words count as `not shown.`, too. */
const NOT_SHOWN = new RegExp(String.raw`^[*_]{0,2}(?:${OPEN_WORDS})\.?[*_]{0,2}$`, 'i');
const DASH = /^[-–—]+$/;

/** Whether a paragraph states that there is nothing: `None.` */
export const isNone = ({ text }: Span): boolean => /^(?:none|nothing|there are none)\.?$/i.test(text.trim());

/** Whether a cell is missing, empty or a dash. */
export function isBlank(span: Span | null): boolean {
  return span === null || span.text === '' || DASH.test(span.text);
}

/** Whether a cell or paragraph says `not shown.` or an equivalent. */
export function isNotShown(span: Span | null): boolean {
  return span !== null && NOT_SHOWN.test(span.text);
}

/** Returns the text of a span with its escapes resolved and normalized (a letter and its accent are one character). */
export function words(span: Span): string {
  return nameText(decode(unbold(span)).text);
}

/** Strips bold marks around a name. */
function unbold(span: Span): Span {
  const bold = /^\*\*([^*]+)\*\*$/.exec(span.text);
  return bold === null || bold[1]?.trim() === '' ? span : part(span, 2, span.text.length - 2);
}

/** Returns the prose in a cell or after a key, as Markdown on one line. */
export function cellProse(span: Span): string {
  return span.text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ').replaceAll('\\|', '|');
}

/** Returns the span as a reference to a name. */
export function reference(reader: Reader, span: Span): Reference {
  return { name: words(span), at: reader.place(span) };
}

/** Returns the names of a comma-separated list. */
export function references(reader: Reader, span: Span | null): Reference[] {
  if (span === null || isBlank(span)) return [];
  return split(span, ',')
    .filter((name) => !isBlank(name))
    .map((name) => reference(reader, name));
}

/** Parses an expression, in backticks or not. A syntax error is reported at its place. */
export function formula(reader: Reader, span: Span, about: FindingContext): Formula {
  const at = codeOf(span) ?? span;
  const decoded = formulaText(span);
  const { tree, problems } = reader.parse(decoded.text);
  for (const problem of problems) {
    if (problem.severity !== 'error') continue;
    reader.report(
      messages.expression(problem.message, problem.next),
      originalSpan(decoded, problem.from, problem.to),
      about,
    );
  }
  return { text: decoded.text, at: reader.place(at), tree };
}

/**
 * Returns the condition. If something that may restrict it was not read, returns an unknown condition, which refuses.
 */
export function unknownIfUnread(reader: Reader, condition: Formula | null, unread: Span | null): Formula | null {
  // The text must not parse, so that a document printed from the Model refuses as well.
  return unread === null ? condition : { text: 'not read.', at: reader.place(unread), tree: null };
}

/** Returns the text of an expression on one line, with its escapes resolved. */
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

/** Returns the span of the document that a range of decoded text came from. */
export function originalSpan(decoded: Decoded, from: number, to: number): Span {
  const start = decoded.offsetOf(from);
  const end = Math.max(start, decoded.offsetOf(to));
  return { text: ' '.repeat(end - start), from: start };
}

/** Splits a `Key: value` text at its colon. Null if there is no colon outside backticks. */
export function keyAndValue(span: Span): { readonly key: Span; readonly value: Span } | null {
  const match = /^(?:[^`:\\]|\\[\s\S])+(?=:(?:\s|$))/.exec(span.text);
  if (match === null) return null;
  return { key: part(span, 0, match[0].length), value: part(span, match[0].length + 1) };
}
