import { type Token, tokensOf } from '../../../expressions/syntax/lexicon.ts';
import { isCall, type Node, named, namedCall, value } from './code-names.ts';
import { type Comparison, compared, valueFor } from './compare.ts';
import type { Frame, Operand } from './frame.ts';
import { negated } from './predicate.ts';

/**
 * A condition as developers write it, `items.length > 0 && !isAfter(dueDate, today)`, as an expression. A value that
 * stands for a condition, `client.email`, means that it is given. Null where a name or sign is not understood.
 */
export function readCode(
  text: string,
  frame: Frame,
): { readonly text: string; readonly level: 'or' | 'and' | 'one' } | null {
  const tokens = tokensOf(
    text
      .replaceAll('?.', '.')
      .replaceAll(/\bAND\b/g, '&&')
      .replaceAll(/\bOR\b/g, '||')
      .replaceAll(/\bNOT\b/g, '!'),
  );
  if (tokens.length === 0 || tokens.length > 150) return null;
  const input: Input = { tokens, at: 0, frame, depth: 0 };
  const node = either(input);
  if (node === null || input.at < tokens.length) return null;
  const condition = truth(node);
  if (condition === null) return null;
  return { text: condition, level: node.top === 'or' || node.top === 'and' ? node.top : 'one' };
}

interface Input {
  readonly tokens: readonly Token[];
  at: number;
  readonly frame: Frame;
  depth: number;
}

const peek = (input: Input): string => input.tokens[input.at]?.text ?? '';

function takes(input: Input, ...signs: readonly string[]): string | null {
  const found = peek(input);
  if (!signs.includes(found) || input.tokens[input.at]?.kind === 'text') return null;
  input.at += 1;
  return found;
}

/** The condition that a value stands for. */
function truth(node: Node): string | null {
  const { operand } = node;
  if (operand === null) return null;
  if (operand.sort === 'boolean') return operand.text;
  if (['text', 'date', 'instant', 'record', 'choice', 'file'].includes(operand.sort)) return `${operand.text} != null`;
  return null;
}

function condition(text: string, top: Node['top']): Node {
  return { ...value(text, 'boolean', top !== 'one'), top };
}

function either(input: Input): Node | null {
  return chain(input, both, ['||', 'or'], 'or');
}

function both(input: Input): Node | null {
  return chain(input, comparison, ['&&', 'and'], 'and');
}

function chain(
  input: Input,
  next: (input: Input) => Node | null,
  signs: readonly string[],
  top: 'or' | 'and',
): Node | null {
  const first = next(input);
  if (first === null) return null;
  const parts: string[] = [];
  for (let node: Node | null = first; ; ) {
    const more = takes(input, ...signs);
    if (more === null && parts.length === 0) return first;
    const text = node === null ? null : truth(node);
    if (node === null || text === null) return null;
    parts.push(top === 'and' && node.top === 'or' ? `(${text})` : text);
    if (more === null) return condition(parts.join(` ${top} `), top);
    node = next(input);
  }
}

const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['===', '=='],
  ['==', '=='],
  ['=', '=='],
  ['!==', '!='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['≤', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['≥', '>='],
]);

/** Also two in a row: `0 < paidTotal < total`. */
function comparison(input: Input): Node | null {
  let left = added(input);
  const parts: string[] = [];
  for (;;) {
    const sign = COMPARISONS.get(peek(input));
    const inside = sign === undefined ? takes(input, 'in') : null;
    if (left === null) return null;
    if (sign === undefined && inside === null) break;
    if (sign !== undefined) input.at += 1;
    const right = added(input);
    if (right === null || parts.length > 1) return null;
    const text = sign === undefined ? among(left, right, input.frame) : compare(left, sign, right, input.frame);
    if (text === null) return null;
    parts.push(text);
    left = right;
  }
  return parts.length === 0 ? left : condition(parts.join(' and '), parts.length > 1 ? 'and' : 'one');
}

function compare(left: Node, sign: Comparison, right: Node, frame: Frame): string | null {
  if (left.literal !== null && right.literal === null) return compare(right, mirrored(sign), left, frame);
  const { operand } = left;
  if (operand === null) return null;
  if (right.isNull) return sign === '==' || sign === '!=' ? `${operand.text} ${sign} null` : null;
  if (right.literal !== null) {
    const text = valueFor(JSON.stringify(right.literal), operand, frame);
    return text === null || (sign !== '==' && sign !== '!=') ? null : `${operand.text} ${sign} ${text}`;
  }
  if (right.operand === null) return null;
  if (operand.sort === 'boolean' && /^(?:true|false)$/.test(right.operand.text)) {
    return (right.operand.text === 'true') === (sign === '==') ? operand.text : negated(operand.text);
  }
  return compared(operand, sign, right.operand);
}

function mirrored(sign: Comparison): Comparison {
  return ({ '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const)[sign];
}

function among(left: Node, right: Node, frame: Frame): string | null {
  const { operand } = left;
  if (operand === null || right.items === null) return null;
  const texts = right.items.map((item) => valueFor(JSON.stringify(item), operand, frame));
  return texts.some((text) => text === null) ? null : `${operand.text} in [${texts.join(', ')}]`;
}

function added(input: Input): Node | null {
  return arithmetic(input, multiplied, ['+', '-']);
}

function multiplied(input: Input): Node | null {
  return arithmetic(input, prefixed, ['*', '/', '%']);
}

const CALCULATED = new Set(['number', 'money', 'duration', 'date', 'instant']);

function arithmetic(input: Input, next: (input: Input) => Node | null, signs: readonly string[]): Node | null {
  let left = next(input);
  for (let sign = takes(input, ...signs); sign !== null; sign = takes(input, ...signs)) {
    const right = next(input);
    const result =
      left?.operand == null || right?.operand == null ? null : calculated(left.operand, sign, right.operand);
    if (result === null) return null;
    left = { ...value(result.text, result.sort, true), top: 'one' };
  }
  return left;
}

function calculated(left: Operand, sign: string, right: Operand): Operand | null {
  if (!CALCULATED.has(left.sort) || !CALCULATED.has(right.sort)) return null;
  const text = `${left.compound && !/[+-]/.test(sign) ? `(${left.text})` : left.text} ${sign} ${right.compound ? `(${right.text})` : right.text}`;
  if (/[*/%]/.test(sign)) return left.sort === right.sort || right.sort === 'number' ? { ...left, text } : null;
  const moment = left.sort === 'date' || left.sort === 'instant';
  return left.sort === right.sort || (moment && right.sort === 'duration') ? { ...left, text } : null;
}

function prefixed(input: Input): Node | null {
  input.depth += 1;
  if (input.depth > 40) return null;
  const not = takes(input, '!', 'not');
  const node = not === null ? operand(input) : prefixed(input);
  input.depth -= 1;
  if (not === null || node === null) return node;
  const text = truth(node);
  return text === null ? null : condition(negated(text), 'one');
}

function operand(input: Input): Node | null {
  const token = input.tokens[input.at];
  if (token === undefined) return null;
  if (takes(input, '(') !== null) {
    const inner = either(input);
    if (inner === null || takes(input, ')') === null) return null;
    return { ...inner, top: inner.top === 'one' ? 'one' : inner.top };
  }
  if (takes(input, '[') !== null) return array(input);
  input.at += 1;
  if (token.kind === 'text') return { ...value(token.text, 'text'), literal: token.text.slice(1, -1) };
  if (token.kind === 'number') return quantity(input, token.text);
  return token.kind === 'name' ? path(input, token.text) : null;
}

function quantity(input: Input, digits: string): Node {
  const unit = input.tokens[input.at];
  if (unit?.kind !== 'name' || !/^(?:days?|hours?|minutes?|weeks?|months?|EUR|USD|GBP|CHF)$/.test(unit.text))
    return value(digits, 'number');
  input.at += 1;
  return value(`${digits} ${unit.text}`, /^[A-Z]+$/.test(unit.text) ? 'money' : 'duration');
}

function array(input: Input): Node | null {
  const items: string[] = [];
  for (let first = true; takes(input, ']') === null; first = false) {
    if (!first && takes(input, ',') === null) return null;
    const token = input.tokens[input.at];
    if (token?.kind !== 'text' && token?.kind !== 'name') return null;
    items.push(token.kind === 'text' ? token.text.slice(1, -1) : token.text);
    input.at += 1;
  }
  const node: Node = { ...value('', 'empty'), operand: null, items };
  if (takes(input, '.') === null) return node;
  if (takes(input, 'includes') === null || takes(input, '(') === null) return null;
  const item = added(input);
  const text = item === null || takes(input, ')') === null ? null : among(item, node, input.frame);
  return text === null ? null : condition(text, 'one');
}

function path(input: Input, first: string): Node | null {
  const steps = [first];
  while (takes(input, '.') !== null) {
    const token = input.tokens[input.at];
    if (token?.kind !== 'name') return null;
    steps.push(token.text);
    input.at += 1;
  }
  if (first === 'new' && steps.length === 1 && peek(input) === 'Date') {
    input.at += 1;
    steps[0] = 'Date';
  }
  if (peek(input) !== '(') return named(steps, input.frame);
  if (!isCall(steps)) return null;
  input.at += 1;
  const args: Node[] = [];
  while (takes(input, ')') === null) {
    if (args.length > 0 && takes(input, ',') === null) return null;
    const arg = either(input);
    if (arg === null || args.length > 3) return null;
    args.push(arg);
  }
  return namedCall(steps, args, input.frame);
}
