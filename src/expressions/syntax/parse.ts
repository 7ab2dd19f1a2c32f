import type { SyntaxNode, Tree as SyntaxTree } from '@lezer/common';
import { nameText } from '../../fields/text/fold.ts';
import type { BinaryOperator, Tree } from '../../model/types/formula.ts';
import { parser } from '../grammar/parser.ts';
import { isForeign, mistakesIn, structureMistake } from './common-mistakes.ts';
import type { ExpressionProblem } from './problem.ts';
import { treesWithin } from './trees.ts';

export type { ExpressionProblem } from './problem.ts';

export interface Parsed {
  /** Null exactly if a problem is an error. */
  readonly tree: Tree | null;
  readonly problems: readonly ExpressionProblem[];
}

/** The body of an outside call, `{ "to": owner.email, "lines": [{ "cents": cents(total) }] }`, or a value in it. */
export type Body =
  | { readonly tree: Tree }
  | { readonly entries: readonly BodyEntry[] }
  /** Bodies in brackets. */
  | { readonly items: readonly Body[] };

export interface BodyEntry {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly value: Body;
}

/** Maximum nesting of an expression; a chain of operators counts as nesting. */
export const MAX_DEPTH = 64;

/** Maximum length of an expression, in characters. */
export const MAX_LENGTH = 10_000;

const TOO_LONG = 'This expression is longer than 10,000 characters.';
const TOO_DEEP = `This nests more than ${MAX_DEPTH} levels deep.`;
const SPLIT = 'Split it: give a part a name as a computed field, or use a list with "in".';

/** Parses an expression. Never throws; takes time linear in the text. */
export function parseExpression(text: string): Parsed {
  const read = syntaxOf(text);
  if ('problems' in read) return { tree: null, problems: read.problems };
  return converted((problems) => treeOf(read.node, text, problems, 1));
}

/** Parses the body of an outside call, `{ "to": owner.email }` or `[{ … }]`. Null if it does not parse. */
export function parseBody(text: string): {
  readonly body: Body | null;
  readonly problems: readonly ExpressionProblem[];
} {
  const read = syntaxOf(text);
  if ('problems' in read) return { body: null, problems: read.problems };
  const { node } = read;
  if (node.name !== 'Shape' && !(node.name === 'List' && hasBodies(node))) {
    const next = 'Write the body between braces, as in { "to": owner.email }.';
    return { body: null, problems: [problem(node, 'This is not a body.', next)] };
  }
  const problems: ExpressionProblem[] = [];
  const body = bodyOf(node, text, problems, 1);
  return { body: problems.length === 0 ? body : null, problems };
}

function converted(convert: (problems: ExpressionProblem[]) => Tree | null): Parsed {
  const problems: ExpressionProblem[] = [];
  const tree = convert(problems);
  return { tree: problems.length === 0 ? tree : null, problems };
}

function syntaxOf(text: string): { readonly node: SyntaxNode } | { readonly problems: readonly ExpressionProblem[] } {
  if (text.length > MAX_LENGTH) return { problems: [problem({ from: MAX_LENGTH, to: text.length }, TOO_LONG, SPLIT)] };
  // The parser is slow on long broken texts.
  const early = text.length > LONG ? mistakesIn(text) : null;
  if (early?.broken === true) return { problems: early.problems };
  const syntax = parsed(text);
  if (syntax === null) return { problems: [problem({ from: 0, to: text.length }, TOO_DEEP, SPLIT)] };
  const node = operandsOf(syntax.topNode)[0];
  const { stopped, foreign } = judged(syntax, text);
  if (node !== undefined && stopped === null && !foreign) return { node };
  const { problems, broken } = early ?? mistakesIn(text);
  const isTold = broken || (node !== undefined && stopped === null);
  return { problems: isTold ? problems : [...problems, structureMistake(text, stopped ?? 0)] };
}

/** Returns the syntax tree; null if it nests so deep that building it would overflow the stack. */
function parsed(text: string): SyntaxTree | null {
  try {
    return parser.parse(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const LONG = 1_000;

const OPERATOR_NODES: ReadonlySet<string> = new Set(['CompareOp', 'TimesOp', 'Minus']);

/** Returns where the parser stopped, and whether there is an operator of another language before that. */
function judged(syntax: SyntaxTree, text: string): { readonly stopped: number | null; readonly foreign: boolean } {
  let foreign = false;
  const cursor = syntax.cursor();
  do {
    if (cursor.type.isError) return { stopped: cursor.from, foreign };
    if (OPERATOR_NODES.has(cursor.name)) foreign ||= isForeign(text.slice(cursor.from, cursor.to));
  } while (cursor.next());
  return { stopped: null, foreign };
}

function operandsOf(node: SyntaxNode): SyntaxNode[] {
  const operands: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.type.is('Operand')) operands.push(child);
  }
  return operands;
}

function childOf(node: SyntaxNode, name: string): SyntaxNode | null {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) if (child.name === name) return child;
  return null;
}

function textOf(node: SyntaxNode | null, text: string): string {
  return node === null ? '' : text.slice(node.from, node.to);
}

function treeOf(node: SyntaxNode, text: string, problems: ExpressionProblem[], depth: number): Tree | null {
  if (depth > MAX_DEPTH) {
    if (problems.length === 0) problems.push(problem(node, TOO_DEEP, SPLIT));
    return null;
  }
  const { from, to } = node;
  const below = (child: SyntaxNode): Tree | null => treeOf(child, text, problems, depth + 1);
  switch (node.name) {
    case 'Null':
      return { op: 'null', from, to };
    case 'Boolean':
      return { op: 'boolean', value: textOf(node, text) === 'true', from, to };
    case 'String':
      return { op: 'text', value: nameText(unquoted(textOf(node, text))), from, to };
    case 'Number':
      return { op: 'number', digits: textOf(node, text), unit: null, from, to };
    case 'Quantity':
      return {
        op: 'number',
        digits: textOf(childOf(node, 'Number'), text),
        unit: textOf(childOf(node, 'Unit'), text).replace(/\s+/g, ' '),
        from,
        to,
      };
    case 'Name':
      return { op: 'name', name: nameText(textOf(node, text)), from, to };
    case 'Shape':
      problems.push(problem(node, 'Braces stand only in the body of a call.', 'Write one condition or value here.'));
      return null;
    case 'Between':
      return between(node, problems, (child) => treeOf(child, text, problems, depth + 2));
    default:
      return composite(node, text, below);
  }
}

type Below = (child: SyntaxNode) => Tree | null;

function composite(node: SyntaxNode, text: string, below: Below): Tree | null {
  const { from, to } = node;
  const operands = all(operandsOf(node), below);
  if (operands === null) return null;
  const [first, second, third] = operands;
  if (node.name === 'List') return { op: 'list', items: operands, from, to };
  if (node.name === 'Call') return call(node, null, text, below);
  if (first === undefined) return null;
  if (node.name === 'Parenthesized') return first;
  if (node.name === 'IsTest') return isTest(node, first);
  if (node.name === 'Unary' || node.name === 'Not') {
    return { op: 'unary', operator: childOf(node, 'Minus') === null ? 'not' : '-', of: first, from, to };
  }
  if (node.name === 'Member')
    return { op: 'member', of: first, name: nameText(textOf(childOf(node, 'MemberName'), text)), from, to };
  if (node.name === 'MethodCall') return call(node, first, text, below);
  if (second === undefined) return null;
  if (node.name === 'Index') return indexed(node, first, second);
  if (node.name === 'Query') return { op: 'query', of: first, where: second, from, to };
  if (node.name === 'Binary') return binary(node, first, second, text);
  return third === undefined ? null : { op: 'conditional', test: first, yes: second, no: third, from, to };
}

function all(nodes: readonly SyntaxNode[], below: Below): Tree[] | null {
  const trees: Tree[] = [];
  for (const node of nodes) {
    const tree = below(node);
    if (tree === null) return null;
    trees.push(tree);
  }
  return trees;
}

function call(node: SyntaxNode, receiver: Tree | null, text: string, below: Below): Tree | null {
  const name = textOf(childOf(node, receiver === null ? 'Callee' : 'MemberName'), text);
  const within = childOf(node, 'Arguments');
  const args = within === null ? [] : all(operandsOf(within), below);
  return args === null ? null : { op: 'call', name, receiver, args, from: node.from, to: node.to };
}

/** A quoted name in brackets is that of a field or row; anything else is a look-up in a table. */
function indexed({ from, to }: SyntaxNode, of: Tree, index: Tree): Tree {
  if (index.op === 'text') return { op: 'member', of, name: index.value, from, to };
  return { op: 'index', of, index, from, to };
}

/** Reads `x is empty` and `x is not set` as a comparison with null. */
function isTest(node: SyntaxNode, of: Tree): Tree {
  const { from, to } = node;
  const given = (childOf(node, 'Given') !== null) !== (childOf(node, 'IsNot') !== null);
  return { op: 'binary', operator: given ? '!=' : '==', left: of, right: { op: 'null', from: to, to }, from, to };
}

/** Maximum size of the first operand of `between`, which is compared twice. */
const MAX_COMPARED = 64;

/** Reads `x between a and b`, including both bounds. */
function between(node: SyntaxNode, problems: ExpressionProblem[], below: Below): Tree | null {
  const { from, to } = node;
  const [of, low, high] = all(operandsOf(node), below) ?? [];
  if (of === undefined || low === undefined || high === undefined) return null;
  if (sizeOf(of, MAX_COMPARED) > MAX_COMPARED) {
    problems.push(problem(of, 'This is too long before "between".', 'Compare twice, as in x >= 1 and x <= 9.'));
    return null;
  }
  const [left, right]: [Tree, Tree] = [
    { op: 'binary', operator: '>=', left: of, right: low, from, to: low.to },
    { op: 'binary', operator: '<=', left: of, right: high, from, to },
  ];
  const within: Tree = { op: 'binary', operator: 'and', left, right, from, to };
  return childOf(node, 'NotBetween') === null ? within : { op: 'unary', operator: 'not', of: within, from, to };
}

/** Returns the number of parts of a tree; counting stops beyond `most`. */
function sizeOf(tree: Tree, most: number): number {
  let size = 1;
  for (const part of treesWithin(tree)) {
    if (size > most) return size;
    size += sizeOf(part, most - size);
  }
  return size;
}

function binary(node: SyntaxNode, left: Tree, right: Tree, text: string): Tree | null {
  const { from, to } = node;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.type.is('Operand')) continue;
    if (child.name === 'NotIn') {
      const inside: Tree = { op: 'binary', operator: 'in', left, right, from, to };
      return { op: 'unary', operator: 'not', of: inside, from, to };
    }
    return { op: 'binary', operator: operatorOf(child, text), left, right, from, to };
  }
  return null;
}

function operatorOf(node: SyntaxNode, text: string): BinaryOperator {
  if (node.name === 'And') return 'and';
  if (node.name === 'Or') return 'or';
  return textOf(node, text) as BinaryOperator;
}

/** Whether a list has only bodies in braces. */
function hasBodies(list: SyntaxNode): boolean {
  const items = operandsOf(list);
  return items.length > 0 && items.every(({ name }) => name === 'Shape');
}

function bodyOf(node: SyntaxNode, text: string, problems: ExpressionProblem[], depth: number): Body | null {
  if (depth < MAX_DEPTH && node.name === 'Shape') return { entries: entriesOf(node, text, problems, depth) };
  if (depth < MAX_DEPTH && node.name === 'List' && hasBodies(node))
    return { items: operandsOf(node).flatMap((item) => bodyOf(item, text, problems, depth + 1) ?? []) };
  const tree = treeOf(node, text, problems, depth);
  return tree === null ? null : { tree };
}

function entriesOf(
  shape: SyntaxNode,
  text: string,
  problems: ExpressionProblem[],
  depth: number,
): readonly BodyEntry[] {
  const entries: BodyEntry[] = [];
  for (let entry = shape.firstChild; entry !== null; entry = entry.nextSibling) {
    if (entry.name !== 'Entry') continue;
    const key = textOf(childOf(entry, 'Key'), text);
    const node = operandsOf(entry)[0];
    if (node === undefined) continue;
    const value = bodyOf(node, text, problems, depth + 1);
    const name = /^['"]/.test(key) ? unquoted(key) : key;
    if (value !== null) entries.push({ key: name, from: entry.from, to: entry.to, value });
  }
  return entries;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unquoted(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, sign: string) => {
    return code === undefined ? (ESCAPES.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
  });
}

function problem(
  place: { readonly from: number; readonly to: number },
  message: string,
  next: string,
): ExpressionProblem {
  return { severity: 'error', from: place.from, to: place.to, message, next, fix: null };
}
