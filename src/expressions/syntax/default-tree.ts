import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Type } from '../../model/types/types.ts';

/**
 * Returns a default in which bare names that are choices of its own field are these choices, also if a field of the
 * record has the same name.
 */
export function defaultOfType(formula: Formula, type: Type | undefined): Formula {
  if (type?.kind !== 'choice' || formula.tree === null) return formula;
  const asChoice = (tree: Tree): Tree =>
    tree.op === 'name' && type.options.some(({ name }) => name === tree.name)
      ? { op: 'text', value: tree.name, from: tree.from, to: tree.to }
      : tree;
  const { tree } = formula;
  return { ...formula, tree: tree.op === 'list' ? { ...tree, items: tree.items.map(asChoice) } : asChoice(tree) };
}
