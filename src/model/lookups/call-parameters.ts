import type { Call } from '../types/call.ts';
import type { CallParameter, Paging } from '../types/call-parameter.ts';
import type { Formula, Tree } from '../types/formula.ts';

/** Returns the expression that is one field. */
export function formulaOfField(name: string): Formula {
  return { text: name, at: null, tree: { op: 'name', name, from: 0, to: name.length } };
}

/** Returns the names of a path, `author.name`; null if the expression is anything else. */
export function pathOf(tree: Tree | null): readonly string[] | null {
  if (tree?.op === 'name') return tree.name === 'value' ? null : [tree.name];
  if (tree?.op !== 'member') return null;
  const before = pathOf(tree.of);
  return before === null ? null : [...before, tree.name];
}

/** Returns the names of the parameters that ask for a page. */
export function pagingNames(paging: Paging | null): readonly string[] {
  if (paging === null || paging.kind === 'none') return [];
  const names = paging.kind === 'after' ? [paging.after, paging.before] : [paging.parameter];
  return [...names, paging.limit].filter((name) => name !== null);
}

/** Returns the rows of each parameter that the call obeys, by its name. Only lists are filtered and sorted. */
export function rowsByName({ parameters, does }: Call): ReadonlyMap<string, readonly CallParameter[]> {
  const obeyed = does.kind === 'list' ? parameters : parameters.filter(({ effect }) => effect.kind === 'shows');
  return Map.groupBy(obeyed, ({ name }) => name);
}
