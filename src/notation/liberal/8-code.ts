import { part, type Span } from '../markdown/span.ts';
import { type Reader, stated } from '../reader.ts';
import type { ErrorSink } from './8-errors.ts';
import { keepQuote, reportLeft } from './walk.ts';

const OBJECT = /^['"]?([A-Z][A-Za-z0-9_-]{1,60})['"]?\s*[:=]\s*(?:new \w+)?[{[(](.*)[}\])]\s*[,;]?(?:\s*\/\/.*)?$/;
const FRAME = /^(?:(?:export\s+)?(?:const|let|enum|type)\b[^;]*[{[(=]|[}\])]+\s*(?:as const)?[;,)]*|)$/;
/** `TOO_OLD = 'TOO_OLD', // 409 "Too old."` */
const MEMBER =
  /^(?:static readonly )?([A-Z][A-Z0-9_]{1,60})(?:\s*[:=]\s*['"]([\w-]{1,60})['"])?\s*[,;]?\s*(?:\/\/|#|--)\s*(.+)$/;
const ENTRY = /^\{\s*['"]?code['"]?\s*:\s*['"]([\w-]+)['"]\s*,(.*)\}\s*[,;]?$/;

/** A catalogue in code, `TOO_OLD: { status: 409, text: 'Too old.' },` a line each. False: there is no entry in it. */
export function readCatalogue(reader: Reader, text: Span, sink: ErrorSink, quotes: string[]): boolean {
  const left: Span[] = [];
  let read = 0;
  let from = 0;
  for (const raw of text.text.split('\n')) {
    const line = part(text, from, from + raw.length);
    from += raw.length + 1;
    if (/^(?:```|~~~)/.test(line.text)) continue;
    const match = OBJECT.exec(line.text) ?? ENTRY.exec(line.text);
    const member = match === null ? MEMBER.exec(line.text) : null;
    const entry =
      match !== null
        ? entryIn(match[1] ?? '', match[2] ?? '')
        : member === null
          ? null
          : memberIn(member[2] ?? member[1] ?? '', member[3] ?? '');
    if (entry !== null) {
      read += 1;
      const element = stated(reader, 8, reader.id('error', entry.code), line);
      sink.errors.push({ ...element, ...entry, next: '', standsFor: [], causes: [] });
    } else if (/\p{L}/u.test(line.text)) left.push(line);
  }
  if (read === 0) return false;
  for (const line of left) {
    keepQuote({ quotes }, line.text);
    if (!FRAME.test(line.text)) reportLeft(reader, line, 8);
  }
  return true;
}

/** A status and the one text in quotes behind it, and nothing else. */
function memberIn(code: string, remark: string): { code: string; status: number; message: string } | null {
  const found = /^(?:HTTP )?([45]\d\d)\s*[:,–—-]?\s*["“']([^"”]+)["”']$/.exec(remark.trim());
  return found === null ? null : { code, status: Number(found[1]), message: found[2] ?? '' };
}

/** The status is the number from 400 to 599, the message the one text with a space in it; more than that is not read. */
function entryIn(code: string, inside: string): { code: string; status: number; message: string } | null {
  const status = /(?:^|[\s:,[(])([45]\d\d)(?=$|[\s,})\]])/.exec(inside)?.[1];
  const texts = [...inside.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const said = texts.filter((one) => /\s/.test(one) || texts.length === 1);
  const [message] = said;
  if (status === undefined || said.length !== 1 || message === undefined) return null;
  const names = inside.match(/['"]?\b[a-z]\w*['"]?\s*:/gi) ?? [];
  if (names.length > 2) return null;
  return { code, status: Number(status), message: message.replaceAll(/\\(.)/g, '$1') };
}
