import type { Formula, Tree } from '../types/formula.ts';
import { haveSameMeaning, meaningKey } from './difference-words.ts';

/** How two conditions differ in what they allow. */
export interface ConditionChange {
  readonly kind: 'widened' | 'narrowed' | 'changed';
  /**
   * Parts, joined by `and`, that are no longer required or are newly required; both empty if that cannot be determined.
   */
  readonly removed: readonly Tree[];
  readonly added: readonly Tree[];
}

/** Compares two conditions. Null if both mean the same. A condition of null allows everything. */
export function conditionChange(old: Formula | null, now: Formula | null): ConditionChange | null {
  if (haveSameMeaning(old, now)) return null;
  const before = partsOf(old, 'and');
  const after = partsOf(now, 'and');
  if (before === null || after === null) return { kind: 'changed', removed: [], added: [] };
  const removed = without(before, after);
  const added = without(after, before);
  if (added.length === 0) return { kind: 'widened', removed, added };
  if (removed.length === 0) return { kind: 'narrowed', removed, added };
  return { kind: removed.length === 1 && added.length === 1 ? ofOne(removed[0], added[0]) : 'changed', removed, added };
}

/** Compares two parts: the one with all alternatives of the other and more allows more. */
function ofOne(removed: Tree | undefined, added: Tree | undefined): ConditionChange['kind'] {
  if (removed === undefined || added === undefined) return 'changed';
  const before = flat(removed, 'or');
  const after = flat(added, 'or');
  if (without(before, after).length === 0) return 'widened';
  if (without(after, before).length === 0) return 'narrowed';
  return 'changed';
}

/** Returns the parts of a condition: none for null; null if it does not parse. */
function partsOf(stated: Formula | null, operator: 'and' | 'or'): Tree[] | null {
  if (stated === null) return [];
  return stated.tree === null ? null : flat(stated.tree, operator);
}

function flat(tree: Tree, operator: 'and' | 'or'): Tree[] {
  if (tree.op !== 'binary' || tree.operator !== operator) return [tree];
  return [...flat(tree.left, operator), ...flat(tree.right, operator)];
}

function without(parts: readonly Tree[], others: readonly Tree[]): Tree[] {
  const otherKeys = new Set(others.map(meaningKey));
  return parts.filter((part) => !otherKeys.has(meaningKey(part)));
}

/** Returns the text of a part of a formula, in backticks. */
export function partText(part: Tree, formula: Formula | null): string {
  return `\`${formula === null ? '' : formula.text.slice(part.from, part.to)}\``;
}

/** Whether a part excludes people from their own records, as `owner != me` does. */
export function excludesOwnRecords(part: Tree | undefined): boolean {
  if (part?.op !== 'binary' || part.operator !== '!=') return false;
  return isMe(part.left) !== isMe(part.right);
}

const isMe = (tree: Tree) => tree.op === 'name' && tree.name === 'me';
