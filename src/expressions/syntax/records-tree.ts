import type { Tree } from '../../model/types/formula.ts';

/** The call that `recordsTree` makes. No document can write this name. */
export const RECORDS = '#records';

/**
 * Returns the tree of the records that an effect is about: those that a path or list leads to, or those of an entity;
 * with `where`, only those that meet the condition. In the condition bare names are fields of each record; with
 * `local`, only this name leads to them.
 */
export function recordsTree(of: Tree, where: Tree | null, local: string | null = null): Tree {
  const { from, to } = of;
  const named: Tree[] = local === null ? [] : [{ op: 'name', name: local, from, to }];
  return {
    op: 'call',
    name: RECORDS,
    receiver: null,
    args: [of, ...(where === null ? [] : [where]), ...named],
    from,
    to,
  };
}
