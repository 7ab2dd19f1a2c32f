import type { Tree } from '../../model/types/formula.ts';
import { type ConstantMemo, constantLookup } from './constant.ts';
import { type Checked, type Context, inferExpression } from './infer.ts';

export type { Checked, Context } from './infer.ts';

/** Resolves names and fits types. Where `wants` is a number, the result is rounded once to its scale. Never throws. */
export function checkExpression(tree: Tree, context: Context): Checked {
  return checkWith(tree, context, new Map());
}

/** As `checkExpression`; over many formulas of one document one memo spares working out its constants again. */
export function checkWith(tree: Tree, context: Context, memo: ConstantMemo): Checked {
  return inferExpression(tree, context, constantLookup(context.schema, memo));
}
