import type { Value } from '../fields/value.ts';
import type { Schema } from '../model/schema.ts';
import type { ExpressionProblem } from './problem.ts';
import type { StaticType } from './static.ts';

/** The value of a constant of point 9; null when it is not shown, does not parse or stands on itself. */
export function constantValue(_schema: Schema, _name: string): { readonly type: StaticType; readonly value: Value } | null {
  return null;
}

/** What is wrong with a constant's formula; places are in its text. */
export function constantProblems(_schema: Schema, _name: string): readonly ExpressionProblem[] {
  return [];
}
