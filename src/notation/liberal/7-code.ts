import { part, type Span } from '../markdown/span.ts';
import { addressIn, methodNamed } from '../points/7-address.ts';
import { type Reader, reference } from '../reader.ts';
import { bodyOf } from './7-body.ts';
import { callsIn } from './7-parse.ts';
import type { Growing, IsError } from './7-tail.ts';

/** The calls of a block of code, and the block as a quotation, line by line. */
export interface CodeCalls {
  readonly calls: readonly Growing[];
  readonly source: string;
}

/** Requests as they go over the wire, `curl`, or a description in YAML; null for any other code. */
export function callsInCode(reader: Reader, text: Span): CodeCalls | null {
  const lines = linesOf(text).filter(({ text: line }) => !/^\s*(?:```|~~~)/.test(line));
  const calls = [...inYaml(reader, lines), ...inRequests(reader, lines), ...inCurl(reader, lines)];
  if (calls.length === 0) return null;
  const quoted = lines.map(({ text: line }) => `> ${line}`.trimEnd());
  while (quoted.at(-1) === '>') quoted.pop();
  while (quoted[0] === '>') quoted.shift();
  return { calls, source: quoted.join('\n') };
}

const LISTED = /^(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*(?:\s+(?!HTTP\/)\S|\s*$)/;

/** A list of calls as plain lines, `POST /orders  { lines }  -> 201 Order`, and the lines that are none; null: no list. */
export function callsInLines(
  reader: Reader,
  text: Span,
  isError: IsError,
): { readonly calls: readonly Growing[]; readonly left: readonly Span[] } | null {
  const lines = linesOf(text)
    .map((line) => part({ text: line.text, from: line.from }, 0))
    .filter((line) => line.text !== '' && !/^(?:```|~~~)/.test(line.text));
  const listed = lines.filter((line) => LISTED.test(line.text));
  const isList = listed.some((line) => /\S\s+\S+\s+\S/.test(line.text)) || listed.length > 1;
  if (!isList || listed.length * 2 < lines.length) return null;
  return {
    calls: listed.flatMap((line) => callsIn(reader, line, isError)),
    left: lines.filter((line) => !listed.includes(line)),
  };
}

function linesOf(text: Span): Span[] {
  let from = text.from;
  return text.text.split('\n').map((line) => {
    const span = { text: line, from };
    from += line.length + 1;
    return span;
  });
}

function growing(reader: Reader, at: Span, method: string, path: string, title: string | null = null): Growing[] {
  const address = addressIn(reader, { text: `${method} ${path}`, from: at.from }, null);
  if (address === null) return [];
  return [{ at, title, address, sends: null, beside: null, gets: '', errors: [], unread: [], sources: [] }];
}

const REQUEST = /^\s*(GET|POST|PUT|PATCH|DELETE)\s+((?:\/|https?:\/\/)\S*)(?:\s+HTTP\/[\d.]+)?\s*$/;

function inRequests(reader: Reader, lines: readonly Span[]): Growing[] {
  const starts = lines.flatMap((line, index) => (REQUEST.test(line.text) ? [index] : []));
  return starts.flatMap((start, index) => {
    const line = lines[start];
    const match = REQUEST.exec(line?.text ?? '');
    if (line === undefined || match === null) return [];
    const calls = growing(reader, line, match[1] ?? '', match[2] ?? '');
    const under = lines.slice(start + 1, starts[index + 1] ?? lines.length).map(({ text }) => text);
    for (const call of calls) call.sends = bodyIn(under.join('\n'));
    return calls;
  });
}

function inCurl(reader: Reader, lines: readonly Span[]): Growing[] {
  const whole = lines.map(({ text }) => text.replace(/\\\s*$/, ' ')).join('\n');
  const [first] = lines;
  if (first === undefined) return [];
  return whole.split(/^\s*(?:\$\s*)?(?=curl\s)/m).flatMap((command) => {
    const url = /^curl\s[\s\S]*?(https?:\/\/[^\s'"]+)/.exec(command)?.[1];
    if (url === undefined) return [];
    const body = /(?:-d|--data(?:-raw|-binary)?|--json)\s+'([^']*)'/.exec(command)?.[1] ?? null;
    const method = /(?:-X|--request)\s*(\w+)/.exec(command)?.[1] ?? (body === null ? 'GET' : 'POST');
    if (methodNamed(method) === null) return [];
    const calls = growing(reader, first, method, url.replace(/^https?:\/\/[^/]+(?=\/)/, ''));
    for (const call of calls) call.sends = body === null ? null : bodyIn(body);
    return calls;
  });
}

function bodyIn(text: string): readonly string[] | null {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  return from < 0 || to < from ? null : (bodyOf(text.slice(from, to + 1))?.names ?? null);
}

const YAML_PATH = /^(\s*)["']?(\/[^\s"':]*(?:\{[^}]*\}[^\s"':]*)*)["']?:\s*$/;
const YAML_METHOD = /^(\s*)(get|post|put|patch|delete):\s*$/i;

/** Methods under paths, by how far they stand in; a summary names the call, and parameters in the query are its names. */
function inYaml(reader: Reader, lines: readonly Span[]): Growing[] {
  const calls: Growing[] = [];
  let path: { readonly text: string; readonly depth: number } | null = null;
  lines.forEach((line, index) => {
    const stated = YAML_PATH.exec(line.text);
    const method = YAML_METHOD.exec(line.text);
    if (stated !== null) path = { text: stated[2] ?? '', depth: (stated[1] ?? '').length };
    else if (method !== null && path !== null && (method[1] ?? '').length > path.depth) {
      const depth = (method[1] ?? '').length;
      const under: string[] = [];
      for (let at = index + 1; at < lines.length; at += 1) {
        const other = lines[at]?.text ?? '';
        if (other.trim() !== '' && depthOf(other) <= depth) break;
        under.push(other);
      }
      const made = growing(
        reader,
        line,
        (method[2] ?? '').toUpperCase(),
        `${path.text}${queryOf(under)}`,
        summaryOf(under),
      );
      for (const call of made) {
        call.sends = bodyUnder(under);
        for (const code of errorsUnder(under))
          call.errors.push({ ...reference(reader, { text: code, from: line.from }), cause: null });
      }
      calls.push(...made);
    }
  });
  return calls;
}

/** `body: { email, password }` in one line. */
function bodyUnder(lines: readonly string[]): readonly string[] | null {
  const body = lineValue(lines, /^\s*(?:body|request|requestBody|payload|json|input):\s*(\{.*\})\s*$/);
  return body === null ? null : (bodyOf(body)?.names ?? null);
}

/** `errors: [NOT_FOUND, CONFLICT]` in one line. */
function errorsUnder(lines: readonly string[]): readonly string[] {
  const list = lineValue(lines, /^\s*(?:errors?|fails|failures|x-errors):\s*\[?([^[\]{}]*)\]?\s*$/);
  const codes = (list ?? '').split(',').map((each) => each.replaceAll(/["'`]/g, '').trim());
  return codes.every((code) => /^[A-Z][A-Za-z0-9_-]*$/.test(code)) ? codes : [];
}

function lineValue(lines: readonly string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

const depthOf = (line: string) => line.length - line.trimStart().length;

function summaryOf(lines: readonly string[]): string | null {
  for (const line of lines) {
    const found = /^\s*summary:\s*["']?(.*?)["']?\s*$/.exec(line)?.[1];
    if (found !== undefined && found !== '') return found;
  }
  return null;
}

function queryOf(lines: readonly string[]): string {
  const text = lines.join('\n');
  const names = [
    ...text.matchAll(/name:\s*["']?([\w.[\]-]+)["']?[,\s]+in:\s*["']?query/g),
    ...text.matchAll(/in:\s*["']?query["']?[,\s]+name:\s*["']?([\w.[\]-]+)/g),
  ].map((match) => match[1] ?? '');
  if (names.length === 0) {
    const short = lineValue(lines, /^\s*(?:query|params|queryParams):\s*(\{.*\}|\[.*\])\s*$/);
    names.push(...(bodyOf(`{${(short ?? '').slice(1, -1)}}`)?.names ?? []).filter((name) => name !== ''));
  }
  return names.length === 0 ? '' : `?${names.map((name) => `${name}=`).join('&')}`;
}
