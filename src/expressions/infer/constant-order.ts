import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Constant } from '../../model/types/model.ts';
import { treesWithin } from '../syntax/trees.ts';

/** How many constants may stand on one another. */
export const MAX_CHAIN = 32;

/** How a constant stands on others: its place in the chain, 1 where on none; or what is wrong with that. */
export interface Standing {
  readonly height: number;
  readonly fault: 'circular' | 'deep' | null;
}

/**
 * The constants that one stands on, itself last, each behind those that it stands on itself; those that `known` holds are
 * left out. Takes time linear in their formulas, and no more of the stack for long chains.
 */
export function orderedFrom(
  schema: Schema,
  name: string,
  known: (name: string) => Standing | undefined,
): Map<string, Standing> {
  const settled = new Map<string, Standing>();
  const standing = (each: string) => settled.get(each) ?? known(each);
  const open = new Map<string, number>();
  const path: Visit[] = [];
  const waiting: string[] = [];
  const enter = (each: string) => {
    const constant = schema.constants.get(each);
    path.push({
      name: each,
      uses: constant === undefined ? [] : usedBy(constant, schema),
      next: 0,
      lowest: open.size,
      onItself: false,
    });
    open.set(each, open.size);
    waiting.push(each);
  };
  enter(name);
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const used = at.uses[at.next];
    if (used !== undefined) {
      at.next += 1;
      const index = open.get(used);
      if (used === at.name) at.onItself = true;
      else if (index !== undefined) at.lowest = Math.min(at.lowest, index);
      else if (standing(used) === undefined) enter(used);
      continue;
    }
    path.pop();
    const above = path.at(-1);
    if (above !== undefined) above.lowest = Math.min(above.lowest, at.lowest);
    if (at.lowest === open.get(at.name)) settle(at, waiting, open, settled, standing);
  }
  return settled;
}

interface Visit {
  readonly name: string;
  readonly uses: readonly string[];
  next: number;
  /** The first of those still open that it leads back to. */
  lowest: number;
  onItself: boolean;
}

/** All that wait behind a constant that leads back to none before it: they stand on one another, or it is alone. */
function settle(
  at: Visit,
  waiting: string[],
  open: Map<string, number>,
  settled: Map<string, Standing>,
  standing: (name: string) => Standing | undefined,
): void {
  const together = waiting.splice(waiting.indexOf(at.name));
  for (const each of together) open.delete(each);
  if (together.length > 1 || at.onItself) {
    for (const each of together.reverse()) settled.set(each, { height: 1, fault: 'circular' });
    return;
  }
  let height = 1;
  for (const used of at.uses) height = Math.max(height, (standing(used)?.height ?? 0) + 1);
  // What stands on one that is too far up is reported there.
  settled.set(at.name, { height: height > MAX_CHAIN ? 1 : height, fault: height > MAX_CHAIN ? 'deep' : null });
}

/** The constants that the formula or the cells of one name. */
function usedBy({ value, table }: Constant, schema: Schema): string[] {
  const found = new Set<string>();
  const visit = (tree: Tree): void => {
    if (tree.op === 'name' && schema.constants.has(tree.name)) found.add(tree.name);
    for (const part of treesWithin(tree)) visit(part);
  };
  if (value?.tree != null) visit(value.tree);
  for (const cell of table?.cells.flat() ?? []) if (cell?.tree != null) visit(cell.tree);
  return [...found];
}
