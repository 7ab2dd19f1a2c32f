import type { Tree } from '../../model/types/formula.ts';
import { treesWithin } from './trees.ts';

/**
 * Returns the condition that a record may be chosen: `exists(ENTITY where …)` over the records of the entity that is
 * referred to. `field`: only the record, or the records, in this field of `this`. A value of `this` that the condition
 * compares and does not test for emptiness must not be empty: an empty value limits nothing, so nothing may be chosen.
 */
export function choiceTree(condition: Tree, entity: string, field: Field | null): Tree {
  const { from, to } = condition;
  const own: Tree[] = field === null ? [] : [chosen(entity, field, { from, to })];
  const filled = comparedPaths(condition).map(
    (path): Tree => ({ op: 'binary', operator: '!=', left: path, right: { op: 'null', from, to }, from, to }),
  );
  const where = [...own, ...filled, condition].reduce((left, right) => ({
    op: 'binary',
    operator: 'and',
    left,
    right,
    from,
    to,
  }));
  const of: Tree = { op: 'name', name: entity, from, to };
  return { op: 'call', name: 'exists', receiver: null, args: [{ op: 'query', of, where, from, to }], from, to };
}

interface Field {
  readonly name: string;
  /** Whether the field holds several records; the condition is then about those of them that it holds. */
  readonly several: boolean;
}

function chosen(entity: string, { name, several }: Field, at: { readonly from: number; readonly to: number }): Tree {
  const record: Tree = { op: 'name', name: entity, ...at };
  const value: Tree = { op: 'member', of: { op: 'name', name: 'this', ...at }, name, ...at };
  return { op: 'binary', operator: several ? 'in' : '==', left: record, right: value, ...at };
}

/** Returns the paths from `this` that are operands of `==` or `!=`, except those that are compared with null too. */
function comparedPaths(condition: Tree): readonly Tree[] {
  const compared = new Map<string, Tree>();
  const tested = new Set<string>();
  for (const part of allTrees(condition)) {
    if (part.op !== 'binary' || (part.operator !== '==' && part.operator !== '!=')) continue;
    for (const [side, other] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      const key = pathKey(side);
      if (key === null) continue;
      if (other.op === 'null') tested.add(key);
      else compared.set(key, side);
    }
  }
  return [...compared].flatMap(([key, path]) => (tested.has(key) ? [] : [path]));
}

/** Returns the names of the fields of `this` that a condition reads, each once. */
export function fieldsOfThis(condition: Tree): readonly string[] {
  const names = allTrees(condition).flatMap((part) =>
    part.op === 'member' && part.of.op === 'name' && part.of.name === 'this' ? part.name : [],
  );
  return [...new Set(names)];
}

/** Returns a key of a path from `this`; null if the tree is none. */
function pathKey(tree: Tree): string | null {
  if (tree.op !== 'member') return null;
  if (tree.of.op === 'name') return tree.of.name === 'this' ? JSON.stringify([tree.name]) : null;
  const above = pathKey(tree.of);
  return above === null ? null : `${above}${JSON.stringify([tree.name])}`;
}

const allTrees = (tree: Tree): readonly Tree[] => [tree, ...treesWithin(tree).flatMap(allTrees)];
