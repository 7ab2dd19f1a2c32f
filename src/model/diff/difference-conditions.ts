import type { Formula, Tree } from '../types/formula.ts';
import { meaning, means } from './difference-words.ts';

/** How a condition differs from another, in what it lets through. */
export interface ConditionChange {
  readonly kind: 'widened' | 'narrowed' | 'changed';
  /** Parts, joined by `and`, that are asked no longer or asked now; empty where it can't be told so. */
  readonly dropped: readonly Tree[];
  readonly asked: readonly Tree[];
}

/** Null where both mean the same. A condition of null lets everything through. */
export function conditionChange(old: Formula | null, now: Formula | null): ConditionChange | null {
  if (means(old, now)) return null;
  const before = partsOf(old, 'and');
  const after = partsOf(now, 'and');
  if (before === null || after === null) return { kind: 'changed', dropped: [], asked: [] };
  const dropped = without(before, after);
  const asked = without(after, before);
  if (asked.length === 0) return { kind: 'widened', dropped, asked };
  if (dropped.length === 0) return { kind: 'narrowed', dropped, asked };
  return { kind: dropped.length === 1 && asked.length === 1 ? ofOne(dropped[0], asked[0]) : 'changed', dropped, asked };
}

/** One part in the place of another: one that holds all its alternatives and more lets more through. */
function ofOne(dropped: Tree | undefined, asked: Tree | undefined): ConditionChange['kind'] {
  if (dropped === undefined || asked === undefined) return 'changed';
  const before = flat(dropped, 'or');
  const after = flat(asked, 'or');
  if (without(before, after).length === 0) return 'widened';
  if (without(after, before).length === 0) return 'narrowed';
  return 'changed';
}

/** Empty for a condition that is none; null for one that does not parse. */
function partsOf(stated: Formula | null, operator: 'and' | 'or'): Tree[] | null {
  if (stated === null) return [];
  return stated.tree === null ? null : flat(stated.tree, operator);
}

function flat(tree: Tree, operator: 'and' | 'or'): Tree[] {
  if (tree.op !== 'binary' || tree.operator !== operator) return [tree];
  return [...flat(tree.left, operator), ...flat(tree.right, operator)];
}

function without(parts: readonly Tree[], others: readonly Tree[]): Tree[] {
  const there = new Set(others.map(meaning));
  return parts.filter((part) => !there.has(meaning(part)));
}

/** The text of a part, as it stands in its formula. */
export function partText(part: Tree, formula: Formula | null): string {
  return `\`${formula === null ? '' : formula.text.slice(part.from, part.to)}\``;
}

/** For `owner != me` true: a part that keeps people from what is their own. */
export function keepsOwnAway(part: Tree | undefined): boolean {
  if (part?.op !== 'binary' || part.operator !== '!=') return false;
  return isMe(part.left) !== isMe(part.right);
}

const isMe = (tree: Tree) => tree.op === 'name' && tree.name === 'me';
