import type { Tree } from '../../model/types/formula.ts';
import { type ConstantMemo, constantLookup } from './constant.ts';
import { type Checked, type Context, inferExpression } from './infer.ts';

export type { Checked, Context } from './infer.ts';

/** Resolves names and checks types. If `wants` is a number, the result is rounded once to its scale. Never throws. */
export function checkExpression(tree: Tree, context: Context): Checked {
  return checkWith(tree, context, new Map());
}

/** Like `checkExpression`; pass one memo for all formulas of a document to evaluate its constants only once. */
export function checkWith(tree: Tree, context: Context, memo: ConstantMemo): Checked {
  return inferExpression(tree, context, constantLookup(context.schema, memo));
}
