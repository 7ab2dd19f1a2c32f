import type { Formula, Tree } from '../../src/model/types/formula.ts';
import type { Constant, Model } from '../../src/model/types/model.ts';
import { fold, named } from './names.ts';

/** What a formula speaks of: folded names, texts and units, and its numbers; constants and computed fields unfolded. */
export interface Said {
  readonly tokens: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

/** A number, or a name with its alternatives, `a|b`. */
export type Token = string | number;

interface Collected {
  readonly tokens: Set<string>;
  readonly numbers: Set<number>;
}

/** Null for a formula that does not parse: nothing that depends on it is held. */
export function saidIn(model: Model, formula: Formula | null): Said | null {
  if (formula === null || formula.tree === null) return null;
  const collected: Collected = { tokens: new Set(), numbers: new Set() };
  collect(model, formula.tree, collected, 0);
  return collected;
}

export function speaksOf(said: Said | null, tokens: readonly Token[]): boolean {
  return said !== null && tokens.every((token) => has(said, token));
}

function has(said: Said, token: Token): boolean {
  if (typeof token === 'number') return said.numbers.has(token);
  return token.split('|').some((each) => said.tokens.has(fold(each)));
}

function collect(model: Model, tree: Tree, into: Collected, depth: number): void {
  for (const part of partsOf(tree)) collect(model, part, into, depth);
  if (tree.op === 'null') into.tokens.add('null');
  if (tree.op === 'boolean') into.tokens.add(String(tree.value));
  if (tree.op === 'text') into.tokens.add(fold(tree.value));
  if (tree.op === 'unary') into.tokens.add(tree.operator);
  if (tree.op === 'binary') into.tokens.add(tree.operator);
  if (tree.op === 'call') into.tokens.add(fold(tree.name));
  if (tree.op === 'number') collectNumber(tree.digits, tree.unit, into);
  if (tree.op === 'name' || tree.op === 'member') collectName(model, tree.name, into, depth);
}

function collectNumber(digits: string, unit: string | null, into: Collected): void {
  const value = Number(digits.replaceAll('_', ''));
  into.numbers.add(value);
  if (unit === null) return;
  into.tokens.add(fold(unit));
  if (unit.trim() === '%') into.numbers.add(value / 100);
}

function collectName(model: Model, name: string, into: Collected, depth: number): void {
  into.tokens.add(fold(name));
  if (depth > 3) return;
  for (const constant of model.constants) if (constant.name === name) collectConstant(model, constant, into, depth);
  for (const { fields } of model.entities) {
    for (const field of fields) {
      if (field.name === name && field.computed?.tree) collect(model, field.computed.tree, into, depth + 1);
    }
  }
  for (const { groups } of model.machines) {
    for (const group of groups) {
      if (group.name === name) for (const state of group.states) into.tokens.add(fold(state.name));
    }
  }
}

function collectConstant(model: Model, constant: Constant, into: Collected, depth: number): void {
  const cells = constant.table?.cells.flat() ?? [];
  for (const value of [constant.value, ...cells]) if (value?.tree) collect(model, value.tree, into, depth + 1);
  for (const each of [...(constant.table?.rows ?? []), ...(constant.table?.columns ?? [])]) {
    into.tokens.add(fold(each.name));
  }
}

/** The trees directly inside a tree, whatever its operation. */
export function partsOf(tree: Tree): readonly Tree[] {
  return Object.values(tree).flat().filter(isTree);
}

const isTree = (part: unknown): part is Tree => typeof part === 'object' && part !== null && 'op' in part;

/** Whether some part compares something that speaks of one with something that speaks of the other, by an operator. */
export function compares(model: Model, formula: Formula | null, one: Token, operators: string, other: Token): boolean {
  const tree = formula?.tree ?? null;
  return tree !== null && comparisonsOf(tree).some((each) => meets(model, each, one, operators.split(' '), other));
}

type Comparison = Extract<Tree, { readonly op: 'binary' }>;

function comparisonsOf(tree: Tree): Comparison[] {
  const own = tree.op === 'binary' && /^(?:[<>=!]=?|in)$/u.test(tree.operator) ? [tree] : [];
  return [...own, ...partsOf(tree).flatMap(comparisonsOf)];
}

const MIRRORED = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

function meets(model: Model, part: Comparison, one: Token, operators: readonly string[], other: Token): boolean {
  const left = saidIn(model, { text: '', at: null, tree: part.left });
  const right = saidIn(model, { text: '', at: null, tree: part.right });
  const mirrored = MIRRORED.get(part.operator) ?? part.operator;
  return (
    (speaksOf(left, [one]) && speaksOf(right, [other]) && operators.includes(part.operator)) ||
    (speaksOf(right, [one]) && speaksOf(left, [other]) && operators.includes(mirrored))
  );
}

export const isNamed = (names: string) => (each: { readonly name: string }) => named(each.name, names);
