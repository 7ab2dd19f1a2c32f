import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Constant } from '../../model/types/model.ts';
import { treesWithin } from '../syntax/trees.ts';

/** Maximum length of a chain of constants that use one another. */
export const MAX_CHAIN = 32;

/** The position of a constant in its chain (1 if it uses no other), or what is wrong with the chain. */
export interface ChainPosition {
  readonly height: number;
  readonly fault: 'circular' | 'deep' | null;
}

/**
 * Returns the constants that a constant uses, in order of use, with itself last; those in `known` are left out. Takes
 * time linear in their formulas, with constant stack depth.
 */
export function orderedFrom(
  schema: Schema,
  name: string,
  known: (name: string) => ChainPosition | undefined,
): Map<string, ChainPosition> {
  const settled = new Map<string, ChainPosition>();
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
  /** The earliest unfinished constant that it leads back to. */
  lowest: number;
  onItself: boolean;
}

/** Settles all waiting constants after one that leads back to none before it: they form a cycle, or it is alone. */
function settle(
  at: Visit,
  waiting: string[],
  open: Map<string, number>,
  settled: Map<string, ChainPosition>,
  standing: (name: string) => ChainPosition | undefined,
): void {
  const together = waiting.splice(waiting.indexOf(at.name));
  for (const each of together) open.delete(each);
  if (together.length > 1 || at.onItself) {
    for (const each of together.reverse()) settled.set(each, { height: 1, fault: 'circular' });
    return;
  }
  let height = 1;
  for (const used of at.uses) height = Math.max(height, (standing(used)?.height ?? 0) + 1);
  // A chain that is too long is reported once, at its first excess constant.
  settled.set(at.name, { height: height > MAX_CHAIN ? 1 : height, fault: height > MAX_CHAIN ? 'deep' : null });
}

/** Returns the constants that a formula or the cells of a table name. */
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
