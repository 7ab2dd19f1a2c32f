import type { Tree } from '../../model/types/formula.ts';
import { treesWithin } from '../syntax/trees.ts';

/** The words of queries over the records of an entity. */
export const QUERY_WORDS: ReadonlySet<string> = new Set([
  'count',
  'exists',
  'none',
  'sum',
  'average',
  'min',
  'max',
  'firstFree',
]);

/** Returns the first name of a path, or null. A name of several words is in quotes: `count("Work entry" where …)`. */
export function rootOf(tree: Tree): string | null {
  if (tree.op === 'name') return tree.name;
  if (tree.op === 'text') return tree.value;
  return tree.op === 'member' || tree.op === 'query' ? rootOf(tree.of) : null;
}

/**
 * Returns the first names of all queries and aggregates in a tree; names of entities are queries, others are fields.
 */
export function queryRoots(tree: Tree): string[] {
  const asks = tree.op === 'call' && tree.receiver === null && QUERY_WORDS.has(tree.name);
  const root = asks && tree.args[0] !== undefined ? rootOf(tree.args[0]) : null;
  const within = treesWithin(tree).flatMap(queryRoots);
  return root === null ? within : [root, ...within];
}
