import type { Span } from '../markdown/span.ts';

/** One call of a chain, `.min(1, 'Add a line')`: its name, its arguments, and the message among them. */
export interface ChainCall {
  readonly name: string;
  readonly args: readonly string[];
  readonly message: string | null;
}

/** `z.string().min(1, 'Add…').email()` or `.min(1)` as its calls; null for anything else. */
export function chainOf(span: Span): readonly ChainCall[] | null {
  const text = span.text.replaceAll('`', '').trim();
  if (!/^(?:z\.|\.)\w+\(/.test(text) || text.length > 600) return null;
  const calls: ChainCall[] = [];
  let at = text.startsWith('z.') ? 1 : 0;
  while (at < text.length) {
    const name = /^\s*\.(\w+)/.exec(text.slice(at));
    if (name === null) return null;
    at += name[0].length;
    const end = text.charAt(at) === '(' ? closing(text, at) : at - 1;
    if (end === null) return null;
    if (name[1] !== 'coerce' || end >= at) calls.push(callOf(name[1] ?? '', end < at ? '' : text.slice(at + 1, end)));
    at = end + 1;
  }
  return calls;
}

/** Where the bracket that opens here is closed, quotes and patterns left alone. */
function closing(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text.charAt(at);
    const end = quoted(text, at);
    if (end !== null) at = end;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return null;
}

/** Where the quote or pattern that begins here ends; null where none does. */
function quoted(text: string, at: number): number | null {
  const char = text.charAt(at);
  if (!'"\'/'.includes(char)) return null;
  for (let end = at + 1; end < text.length; end += 1) {
    if (text.charAt(end) === '\\') end += 1;
    else if (text.charAt(end) === char) return end;
  }
  return null;
}

function callOf(name: string, inside: string): ChainCall {
  const args: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < inside.length; at += 1) {
    const end = quoted(inside, at);
    if (end !== null) at = end;
    else if ('([{'.includes(inside.charAt(at))) depth += 1;
    else if (')]}'.includes(inside.charAt(at))) depth -= 1;
    else if (inside.charAt(at) === ',' && depth === 0) {
      args.push(inside.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = inside.slice(from).trim();
  if (last !== '') args.push(last);
  const message = messageIn(args.at(-1) ?? '', args.length > 1 || !TAKES_TEXT.test(name));
  return { name, args: message === null ? args : args.slice(0, -1), message };
}

const TAKES_TEXT = /^(?:startsWith|endsWith|includes|literal|enum)$/;

function messageIn(arg: string, allowed: boolean): string | null {
  const text = /^\{\s*(?:message|error)\s*:\s*([\s\S]*?)\s*\}$/.exec(arg)?.[1] ?? arg;
  return allowed ? (/^(["'])([\s\S]*)\1$/.exec(text)?.[2] ?? null) : null;
}

/** The call in words that a constraint is read from; empty: it says nothing that is not known; null: not understood. */
export function wordsOfCall({ name, args }: ChainCall): string | null {
  const [first = ''] = args;
  const compare = COMPARED.get(name);
  if (compare !== undefined) return args.length === 1 ? `${compare} ${first}` : null;
  const plain = PLAIN.get(name);
  if (plain !== undefined) return plain;
  if (name === 'length') return `exactly ${first} characters`;
  if (name === 'regex') return first;
  if (name === 'enum') return first.replaceAll(/^\[|\]$/g, '').replaceAll(',', ' |');
  return null;
}

const COMPARED: ReadonlyMap<string, string> = new Map([
  ['min', 'min'],
  ['max', 'max'],
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
  ['multipleOf', 'a multiple of'],
  ['step', 'a multiple of'],
  ['startsWith', 'starts with'],
]);

const PLAIN: ReadonlyMap<string, string> = new Map([
  ['string', ''],
  ['number', ''],
  ['date', ''],
  ['boolean', ''],
  ['array', ''],
  ['trim', ''],
  ['optional', ''],
  ['nullable', ''],
  ['nullish', ''],
  ['int', 'integer'],
  ['email', 'e-mail'],
  ['positive', '> 0'],
  ['nonnegative', '>= 0'],
  ['negative', '< 0'],
  ['nonempty', 'min 1'],
]);
