import { rescale } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { ExpressionProblem } from '../syntax/problem.ts';
import { INTEGER, type NumberType } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';

export type TreeOf<Op extends Tree['op']> = Extract<Tree, { op: Op }>;

/** What is in scope at one place of an expression. */
export interface Env {
  readonly locals: ReadonlyMap<string, StaticType>;
  /** The type that the place expects; it determines which choice a bare name means. */
  readonly expected: StaticType | null;
  /** Whether `/` is allowed, as within `round(…)`. */
  readonly dividing: boolean;
  /** The query whose `where` this is: bare names are fields of its current record. Null outside queries. */
  readonly queried: Queried | null;
}

export interface Queried {
  readonly entity: string;
  readonly local: string;
  /** 1 in a query, 2 in a nested one. */
  readonly depth: number;
}

/** The cells of a table of constants (null if a cell is not shown), or the id of what is not shown as a whole. */
export type TableResult =
  | { readonly type: StaticType; readonly cells: readonly (readonly Value[])[] }
  | { readonly because: string };

/** The value of a constant, or the id of what is not shown. */
export type ConstantResult = { readonly type: StaticType; readonly value: Value } | { readonly because: string };

/** One run of the checker over one expression. */
export interface Inference {
  readonly schema: Schema;
  readonly entity: string | null;
  readonly problems: ExpressionProblem[];
  /** Looks up a constant; `expected` determines which choice its names mean. */
  readonly constant: (name: string, expected: StaticType | null) => ConstantResult;
  readonly table: (name: string, expected: StaticType | null) => TableResult;
  /** Infers a part; null if a problem was reported. */
  readonly infer: (tree: Tree, env: Env) => Typed | null;
}

/** Returns the environment without an expected type, for independent operands. */
export function withoutExpected(env: Env): Env {
  return { locals: env.locals, expected: null, dividing: false, queried: env.queried };
}

export function expecting(env: Env, expected: StaticType | null): Env {
  return { ...env, expected };
}

/** Reports an error and returns null. */
export function fail(inference: Inference, at: At, message: string, next: string, fix: string | null = null): null {
  inference.problems.push({ severity: 'error', from: at.from, to: at.to, message, next, fix });
  return null;
}

/** Like `fail`, for a name that is not stated. */
export function failName(inference: Inference, at: At, message: string, next: string, fix: string | null = null): null {
  inference.problems.push({ severity: 'error', from: at.from, to: at.to, message, next, fix, kind: 'name' });
  return null;
}

export function warn(inference: Inference, at: At, message: string, next: string, fix: string | null = null): void {
  inference.problems.push({ severity: 'warning', from: at.from, to: at.to, message, next, fix });
}

export interface At {
  readonly from: number;
  readonly to: number;
}

export function literal(at: At, type: StaticType, value: Value): Typed {
  return { op: 'literal', value, type, from: at.from, to: at.to };
}

/** A plain literal 0, which compares with any unit. */
export function isZero(typed: Typed): boolean {
  return typed.op === 'literal' && typed.value === 0 && typed.type.t === 'number' && typed.type.unit === null;
}

/** Converts a number to another scale, rounding half away from zero. */
export function toScale(typed: Typed, type: NumberType): Typed {
  if (typed.type.t !== 'number') return typed;
  if (typed.type.scale === type.scale && typed.type.unit === type.unit) return typed;
  if ((typed.op === 'literal' || typed.op === 'constant') && typeof typed.value === 'number') {
    const value = rescale(typed.value, typed.type.scale, type.scale);
    if (value !== null) return { ...typed, value, type };
  }
  if (typed.type.scale === type.scale) return { ...typed, type };
  const { from, to } = typed;
  return {
    op: 'call',
    name: 'round',
    args: [typed, literal(typed, INTEGER, type.scale)],
    implied: true,
    type,
    from,
    to,
  };
}
