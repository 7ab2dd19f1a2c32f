import { codeSpanFinder, endOfRun } from './code.ts';

/** A comment or a raw HTML tag within a paragraph, heading or cell. Offsets in the given text. */
export interface InlineHtml {
  readonly kind: 'comment' | 'tag';
  readonly from: number;
  readonly to: number;
}

const COMMENT = /<!---?>/y;
const OPEN_TAG = /<[a-z][a-z0-9-]*(?:\s+[a-z_:][a-z0-9_.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>/iy;
const CLOSE_TAG = /<\/[a-z][a-z0-9-]*\s*>/iy;
const AUTOLINK = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+)>/iy;

/**
 * Returns the raw HTML in the text of one block, by the rules of CommonMark: not in code, after a backslash or in a
 * link.
 */
export function inlineHtml(text: string): InlineHtml[] {
  const found: InlineHtml[] = [];
  if (!text.includes('<')) return found;
  const codeAt = codeSpanFinder(text);
  const endOf = enderOf(text);
  for (let at = 0; at < text.length; ) {
    const char = text[at];
    if (char === '\\') {
      at = endOfRun(text, at + 2, at + 2);
    } else if (char === '`') {
      at = codeAt(at)?.to ?? endOfRun(text, at, at);
    } else if (char === '<') {
      const html = htmlAt(text, at, endOf);
      if (html !== null) found.push(html);
      at = html?.to ?? match(AUTOLINK, text, at) ?? at + 1;
    } else {
      at += 1;
    }
  }
  return found;
}

function htmlAt(text: string, from: number, endOf: ReturnType<typeof enderOf>): InlineHtml | null {
  const sign = text[from + 1];
  if (sign === '?') return inert(from, endOf('?>', from + 2));
  if (sign !== '!') {
    const to = match(OPEN_TAG, text, from) ?? match(CLOSE_TAG, text, from);
    return to === null ? null : { kind: 'tag', from, to };
  }
  if (text.startsWith('<!--', from)) return inert(from, match(COMMENT, text, from) ?? endOf('-->', from + 4));
  if (text.startsWith('<![CDATA[', from)) return inert(from, endOf(']]>', from + 9));
  return /[a-z]/i.test(text[from + 2] ?? '') ? inert(from, endOf('>', from + 2)) : null;
}

const inert = (from: number, to: number | null): InlineHtml | null =>
  to === null ? null : { kind: 'comment', from, to };

function match(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/**
 * Returns a function that finds the next mark. Call it with increasing offsets only: once a mark is missing, it is not
 * searched for again.
 */
function enderOf(text: string): (mark: string, from: number) => number | null {
  const missing = new Set<string>();
  return (mark, from) => {
    const at = missing.has(mark) ? -1 : text.indexOf(mark, from);
    if (at < 0) missing.add(mark);
    return at < 0 ? null : at + mark.length;
  };
}
