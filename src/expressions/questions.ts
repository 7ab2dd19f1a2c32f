import type { Tree } from '../model/formula.ts';
import { treesWithin } from './trees.ts';

/** The words that ask something of the records of an entity. */
export const QUESTION_WORDS: ReadonlySet<string> = new Set([
  'count',
  'exists',
  'none',
  'sum',
  'average',
  'min',
  'max',
  'firstFree',
]);

/** The name that a path begins with. One of several words stands in quotes: `count("Work entry" where …)`. */
export function rootOf(tree: Tree): string | null {
  if (tree.op === 'name') return tree.name;
  if (tree.op === 'text') return tree.value;
  return tree.op === 'member' || tree.op === 'query' ? rootOf(tree.of) : null;
}

/** Whether it asks, anywhere within it, for records of one of these entities. A field of the same name is taken for one. */
export function isQuestion(tree: Tree, entities: ReadonlySet<string>): boolean {
  if (tree.op === 'call' && tree.receiver === null && QUESTION_WORDS.has(tree.name)) {
    const root = tree.args[0] === undefined ? null : rootOf(tree.args[0]);
    if (root !== null && entities.has(root)) return true;
  }
  return treesWithin(tree).some((part) => isQuestion(part, entities));
}
