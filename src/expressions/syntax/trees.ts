import type { Tree } from '../../model/types/formula.ts';

/** Returns the direct parts of a tree, in the order of the text. */
export function treesWithin(tree: Tree): readonly Tree[] {
  switch (tree.op) {
    case 'member':
    case 'unary':
      return [tree.of];
    case 'index':
      return [tree.of, tree.index];
    case 'query':
      return [tree.of, tree.where];
    case 'call':
      return tree.receiver === null ? tree.args : [tree.receiver, ...tree.args];
    case 'binary':
      return [tree.left, tree.right];
    case 'list':
      return tree.items;
    case 'conditional':
      return [tree.test, tree.yes, tree.no];
    default:
      return [];
  }
}
