import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { ExpressionProblem } from '../syntax/problem.ts';
import { numbersAs } from '../types/constant-choices.ts';
import { BOOLEAN, EMPTY } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { quantityOf } from '../types/units.ts';
import { inferCall } from './check-calls.ts';
import { inferMember, inferName, inferText } from './check-names.ts';
import { inferBinary, inferConditional, inferList, inferUnary } from './check-operators.ts';
import { inferFiltered } from './check-queries.ts';
import { inferIndex } from './check-tables.ts';
import { fitTo } from './fit.ts';
import { type Env, fail, type Inference, literal } from './inference.ts';

export interface Context {
  readonly schema: Schema;
  /** The entity whose record is `this`; null if there is no record. */
  readonly entity: string | null;
  /**
   * The type that the place needs: `CONDITION` for a condition, the field's type for a default or an effect.
   * Null: anything.
   */
  readonly wants?: StaticType | null;
  readonly locals?: ReadonlyMap<string, StaticType>;
}

export interface Checked {
  /** Null exactly if a problem is an error. */
  readonly typed: Typed | null;
  readonly problems: readonly ExpressionProblem[];
}

/** Like `checkExpression`, with a look-up of constants. */
export function inferExpression(
  tree: Tree,
  context: Context,
  constants: Pick<Inference, 'constant' | 'table'>,
): Checked {
  const wants = context.wants ?? null;
  const inference: Inference = {
    schema: context.schema,
    entity: context.entity,
    problems: [],
    ...constants,
    infer: (part, env) => infer(part, inference, env),
  };
  const env: Env = { locals: context.locals ?? new Map(), expected: wants, dividing: false, queried: null };
  const inferred = infer(tree, inference, env);
  const typed = inferred === null || wants === null ? inferred : fitTo(inferred, wants, inference);
  const broken = inference.problems.some((problem) => problem.severity === 'error');
  return { typed: broken ? null : typed, problems: inference.problems };
}

function infer(tree: Tree, inference: Inference, env: Env): Typed | null {
  switch (tree.op) {
    case 'null':
      return literal(tree, EMPTY, null);
    case 'boolean':
      return literal(tree, BOOLEAN, tree.value);
    case 'text':
      return inferText(tree, inference, env);
    case 'number': {
      const choice = numbersAs(tree, env.expected);
      if (choice !== null) return literal(tree, choice, tree.digits);
      const quantity = quantityOf(tree.digits, tree.unit);
      if ('type' in quantity) return literal(tree, quantity.type, quantity.value);
      return fail(
        inference,
        tree,
        quantity.message,
        quantity.next,
        quantity.fix === null ? null : `${tree.digits} ${quantity.fix}`,
      );
    }
    case 'name':
      return inferName(tree, inference, env);
    case 'member':
      return inferMember(tree, inference, env);
    case 'call':
      return inferCall(tree, inference, env);
    case 'index':
      return inferIndex(tree, inference, env);
    case 'query':
      return inferFiltered(tree, inference, env);
    case 'unary':
      return inferUnary(tree, inference, env);
    case 'binary':
      return inferBinary(tree, inference, env);
    case 'list':
      return inferList(tree, inference, env);
    case 'conditional':
      return inferConditional(tree, inference, env);
  }
}
