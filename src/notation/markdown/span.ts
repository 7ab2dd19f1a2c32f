import { codeSpans } from './code.ts';

/** A range of the document as written, without surrounding white space. */
export interface Span {
  readonly text: string;
  readonly from: number;
}

/**
 * Text with its escapes resolved. `offsetOf` returns the offset in the document of each position, including the end.
 */
export interface Decoded {
  readonly text: string;
  readonly offsetOf: (index: number) => number;
}

export function endOf(span: Span): number {
  return span.from + span.text.length;
}

/** Returns a part of a span, trimmed. */
export function part(span: Span, from: number, to: number = span.text.length): Span {
  const raw = span.text.slice(from, to);
  const text = raw.trimStart();
  return { text: text.trimEnd(), from: span.from + from + (raw.length - text.length) };
}

/** Returns the content of a span that is exactly one code span; null for any other. */
export function codeOf(span: Span): Span | null {
  if (!span.text.startsWith('`')) return null;
  const [code] = codeSpans(span.text);
  if (code === undefined || code.from !== 0 || code.to !== span.text.length) return null;
  return part(span, code.innerFrom, code.innerTo);
}

/** Whether the character at an index is outside backticks, quotes and brackets and has no backslash before it. */
export type IsOutside = (index: number) => boolean;

/** Splits at a separator outside backticks, quotes and brackets. Empty parts are included. */
export function split(span: Span, separator: string): Span[] {
  if (!span.text.includes(separator)) return [part(span, 0)];
  const parts: Span[] = [];
  let from = 0;
  for (const at of findOutside(span.text, separator)) {
    parts.push(part(span, from, at));
    from = at + separator.length;
  }
  parts.push(part(span, from));
  return parts;
}

/** Returns where `wanted` occurs outside backticks, quotes and brackets. */
export function findOutside(text: string, wanted: string): number[] {
  const found: number[] = [];
  const spans = codeSpans(text);
  let span = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = spans[span];
    const char = text.charAt(at);
    if (code !== undefined && at === code.from) {
      at = code.to - 1;
      span += 1;
    } else if (char === '\\') {
      at += 1;
    } else if (char === '&' && entityEnd(text, at) > at) {
      at = entityEnd(text, at) - 1;
    } else if (char === '"' && text.indexOf('"', at + 1) > 0) {
      at = text.indexOf('"', at + 1);
      while ((spans[span]?.from ?? at) < at) span += 1;
    } else if ('([{'.includes(char)) {
      depth += 1;
    } else if (')]}'.includes(char)) {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && text.startsWith(wanted, at)) {
      found.push(at);
      at += wanted.length - 1;
    }
  }
  return found;
}

const SPECIAL = /[\\`&\n]/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const ENTITY = /&#(\d{1,7});/y;

/**
 * Returns the text of a span: backslash escapes and numeric entities (`&#10;`) are resolved, code marks removed, and a
 * line break becomes one space.
 */
export function decode(span: Span): Decoded {
  if (!SPECIAL.test(span.text)) return { text: span.text, offsetOf: (index) => span.from + index };
  const spans = codeSpans(span.text);
  const out = new Output();
  let next = 0;
  for (let at = 0; at < span.text.length; ) {
    const code = spans[next];
    if (code !== undefined && at === code.from) {
      const padding = isPadded(span.text, code.innerFrom, code.innerTo) ? 1 : 0;
      decodeCode(span.text, code.innerFrom + padding, code.innerTo - padding, out);
      at = code.to;
      next += 1;
    } else {
      at = decodeOne(span.text, at, out);
    }
  }
  return out.result(span);
}

/** Returns the text of a code span: `\|` becomes `|` and a line break becomes a space; there are no other escapes. */
export function decodeFormula(span: Span): Decoded {
  if (!SPECIAL.test(span.text)) return { text: span.text, offsetOf: (index) => span.from + index };
  const out = new Output();
  decodeCode(span.text, 0, span.text.length, out);
  return out.result(span);
}

class Output {
  text = '';
  readonly offsets: number[] = [];

  add(text: string, at: number): void {
    for (let index = 0; index < text.length; index += 1) this.offsets.push(at);
    this.text += text;
  }

  result(span: Span): Decoded {
    return { text: this.text, offsetOf: (index) => span.from + (this.offsets[index] ?? span.text.length) };
  }
}

function entityEnd(text: string, at: number): number {
  ENTITY.lastIndex = at;
  return ENTITY.test(text) ? ENTITY.lastIndex : at;
}

function decodeOne(text: string, at: number, out: Output): number {
  const char = text.charAt(at);
  const after = text.charAt(at + 1);
  if (char === '\\' && PUNCTUATION.test(after)) {
    out.add(after, at);
    return at + 2;
  }
  if (isSpace(char)) return space(text, at, text.length, out);
  if (char === '&') {
    ENTITY.lastIndex = at;
    const code = Number(ENTITY.exec(text)?.[1] ?? Number.NaN);
    if (code > 0 && code <= 0x10ffff) {
      out.add(String.fromCodePoint(code), at);
      return ENTITY.lastIndex;
    }
  }
  out.add(char, at);
  return at + 1;
}

/** One space on each side separates backticks in the code from the marks; it is not part of the code. */
function isPadded(text: string, from: number, to: number): boolean {
  return text.charAt(from) === ' ' && text.charAt(to - 1) === ' ' && text.slice(from, to).trim() !== '';
}

function decodeCode(text: string, from: number, to: number, out: Output): void {
  for (let at = from; at < to; ) {
    if (isSpace(text.charAt(at))) {
      at = space(text, at, to, out);
    } else if (text.charAt(at) === '\\' && text.charAt(at + 1) === '|') {
      out.add('|', at);
      at += 2;
    } else {
      out.add(text.charAt(at), at);
      at += 1;
    }
  }
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\t';

/** A line break includes the spaces around it. */
function space(text: string, at: number, to: number, out: Output): number {
  let end = at;
  while (end < to && (text.charAt(end) === ' ' || text.charAt(end) === '\t')) end += 1;
  if (end === to || text.charAt(end) !== '\n') {
    for (let each = at; each < end; each += 1) out.add(text.charAt(each), each);
    return end;
  }
  out.add(' ', at);
  while (end < to && /\s/.test(text.charAt(end))) end += 1;
  return end;
}
