import type { Tree } from '../model/formula.ts';
import type { Schema } from '../model/schema.ts';
import type { ExpressionProblem } from './problem.ts';
import type { StaticType } from './static.ts';
import type { Typed } from './typed.ts';

export interface Context {
  readonly schema: Schema;
  /** The entity whose record is `this`; null where there is no record. */
  readonly entity: string | null;
  /** What the place needs: `{ t: 'boolean' }` for a condition, the field's type for a default or an effect. Null: anything. */
  readonly wants?: StaticType | null;
  readonly locals?: ReadonlyMap<string, StaticType>;
}

export interface Checked {
  /** Null exactly when a problem is an error. */
  readonly typed: Typed | null;
  readonly problems: readonly ExpressionProblem[];
}

/** Resolves names and fits types. Where `wants` is a number, the result is rounded once to its scale. */
export function checkExpression(_tree: Tree, _context: Context): Checked {
  return { typed: null, problems: [] };
}
