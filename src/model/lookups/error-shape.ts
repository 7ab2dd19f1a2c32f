import { normalizeName } from './call-query.ts';
import { readShape, type ShapePart } from './read-shape.ts';

/** The words of an error body, with what stands in their place. */
export const ERROR_WORDS = {
  code: 'The code',
  status: 'The status as a number; as text in `"{status}"`',
  title: 'The usual name of the status: “Not Found”',
  message: 'What is wrong',
  next: 'What people can do next',
  field: 'The member that is wrong, as text: `lines[0].amount`',
  member: 'Its own name alone: `amount`. Also `{ "{member}": [message] }`',
  path: 'The path of `field` as a list: `["lines", 0, "amount"]`',
  pointer: 'The same as a JSON pointer: `/lines/0/amount`',
  value: 'The value that was sent there',
  entity: 'The entity that the call is about',
  call: 'The name of the call',
  method: 'The method of the request',
  'url path': 'The path of the request',
  url: 'The absolute address of the request, without its query',
  time: 'When the request was answered',
  'request id': 'The id of the request, as in its header `X-Request-Id`',
  count: 'The number of failures',
  failures: 'All failures as in problem details',
} as const;

export type ErrorWord = keyof typeof ERROR_WORDS;

/** The words that differ between the failures of one refusal. */
const OF_FAILURE: ReadonlySet<string> = new Set([
  'code',
  'message',
  'next',
  'field',
  'member',
  'path',
  'pointer',
  'value',
]);

/**
 * A part of an error body. `list` repeats its item for each failure, unless nothing in the item depends on one. `groups`
 * has a member for each field with failures.
 */
export type ErrorPart =
  | { readonly kind: 'word'; readonly word: ErrorWord }
  /** Text with words in braces. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: number | boolean | null }
  | { readonly kind: 'constant'; readonly name: string }
  | { readonly kind: 'list'; readonly item: ErrorPart; readonly repeats: boolean }
  | { readonly kind: 'object'; readonly members: readonly ErrorMember[] }
  | { readonly kind: 'groups'; readonly by: 'field' | 'member'; readonly each: ErrorPart };

export interface ErrorMember {
  readonly key: string;
  readonly part: ErrorPart;
}

/** A value that is no word, constant, number or quoted text, or a repeated member, with its place in the text of the shape. */
export interface MisplacedWord {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface ErrorShape {
  /** Null: an empty body. */
  readonly body: ErrorPart | null;
  readonly unknown: readonly MisplacedWord[];
  /** Members that an object has already under the same name. */
  readonly repeated: readonly MisplacedWord[];
  /** Whether the body states every failure and not only the first. */
  readonly listsFailures: boolean;
}

/** Reads the shape of an error body. Null if the text is none. */
export function readErrorShape(text: string, isConstant: (name: string) => boolean): ErrorShape | null {
  if (/^\s*none\.?\s*$/i.test(text)) return { body: null, unknown: [], repeated: [], listsFailures: true };
  const shape = readShape(text);
  if (shape === null || !isComplete(text)) return null;
  const unknown: MisplacedWord[] = [];
  const repeated: MisplacedWord[] = [];
  const body = objectOf(shape.parts, { unknown, repeated, isConstant });
  const whole = shape.several ? listOf(body) : body;
  return { body: whole, unknown, repeated, listsFailures: listsFailures(whole) };
}

/** Whether the brackets of a shape close at the end of its text. */
function isComplete(text: string): boolean {
  const open: string[] = [];
  let quote = '';
  for (const char of text.trim()) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '{') open.push('}');
    else if (char === '[') open.push(']');
    else if ((char === '}' || char === ']') && open.pop() !== char) return false;
  }
  return open.length === 0 && quote === '' && /[}\]]\s*$/.test(text);
}

interface ShapeContext {
  readonly unknown: MisplacedWord[];
  readonly repeated: MisplacedWord[];
  readonly isConstant: (name: string) => boolean;
}

function objectOf(parts: readonly ShapePart[], context: ShapeContext): ErrorPart {
  const [only] = parts;
  const by = /^\{\s*(field|member)\s*\}$/i.exec(only?.key ?? '')?.[1]?.toLowerCase();
  if (parts.length === 1 && only !== undefined && (by === 'field' || by === 'member'))
    return { kind: 'groups', by, each: partOf(only, context) };
  for (const [index, { key, from, to }] of parts.entries())
    if (parts.slice(0, index).some((before) => before.key === key)) context.repeated.push({ name: key, from, to });
  return { kind: 'object', members: parts.map((each) => ({ key: each.key, part: partOf(each, context) })) };
}

function partOf(part: ShapePart, context: ShapeContext): ErrorPart {
  const item = part.inside === null ? valuePart(part, context) : objectOf(part.inside, context);
  return part.several ? listOf(item) : item;
}

const listOf = (item: ErrorPart): ErrorPart => ({ kind: 'list', item, repeats: dependsOnFailure(item) });

function valuePart({ key, value, from, to }: ShapePart, { unknown, isConstant }: ShapeContext): ErrorPart {
  const text = /^(?:"([^"]*)"|'([^']*)')$/.exec(value);
  if (text !== null) {
    const stated = text[1] ?? text[2] ?? '';
    for (const name of placeholdersIn(stated))
      if (wordOf(name) === null && !isConstant(name)) unknown.push({ name, from, to });
    return { kind: 'text', text: stated };
  }
  const name = value === '' ? key : value;
  if (/^(?:true|false|null)$/.test(name)) return { kind: 'value', value: JSON.parse(name) as boolean | null };
  if (/^-?\d+(?:\.\d+)?$/.test(name)) return { kind: 'value', value: Number(name) };
  const word = wordOf(name);
  if (word !== null) return { kind: 'word', word };
  if (!isConstant(name)) unknown.push({ name, from, to });
  return { kind: 'constant', name };
}

/** Returns the names in braces in a text. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map((found) => (found[1] ?? '').trim());
}

/** Returns the word with this name, written in any usual way. */
export function wordOf(name: string): ErrorWord | null {
  const key = normalizeName(name);
  return WORDS.get(key) ?? null;
}

const WORDS: ReadonlyMap<string, ErrorWord> = new Map(
  (Object.keys(ERROR_WORDS) as ErrorWord[]).map((word) => [normalizeName(word), word]),
);

function dependsOnFailure(part: ErrorPart): boolean {
  switch (part.kind) {
    case 'word':
      return OF_FAILURE.has(part.word);
    case 'text':
      return placeholdersIn(part.text).some((name) => OF_FAILURE.has(wordOf(name) ?? ''));
    case 'list':
      return part.repeats;
    case 'object':
      return part.members.some((member) => dependsOnFailure(member.part));
    case 'groups':
      return true;
    default:
      return false;
  }
}

function listsFailures(part: ErrorPart): boolean {
  switch (part.kind) {
    case 'word':
      return part.word === 'failures';
    case 'list':
      return part.repeats || listsFailures(part.item);
    case 'object':
      return part.members.some((member) => listsFailures(member.part));
    case 'groups':
      return true;
    default:
      return false;
  }
}
