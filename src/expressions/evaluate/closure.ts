import type { Row, Value } from '../../fields/text/value.ts';
import type { ComputedOnRead } from '../types/computed-by-clock.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';

/** The values of locals at run time, innermost first. */
export interface Frame {
  readonly value: Value;
  readonly up: Frame | undefined;
}

/** A compiled part of an expression. */
export type Closure = (scope: Scope, frame?: Frame) => Outcome;

/** The context of compiling a part: names of locals, innermost first, and how to compile sub-parts. */
export interface CompileContext {
  readonly zone: string;
  readonly byClock: ComputedOnRead | undefined;
  readonly locals: readonly string[];
  readonly compile: (typed: Typed) => Closure;
  readonly inside: (local: string) => CompileContext;
}

/** A closure that is always unknown. */
export const unknown: Closure = () => undefined;

/** Whether a value is a record rather than another object. */
export function isRow(value: Outcome): value is Row {
  return typeof value === 'object' && value !== null && 'values' in value;
}

/** Returns the id of a record, given as the record or its id. */
export function idOfRecord(value: Outcome): Outcome {
  return isRow(value) ? value.id : value;
}

/** Returns a safe integer (never -0); otherwise calls `tooLarge` and returns unknown. */
export function safe(scope: Scope, value: number | null): number | undefined {
  if (value !== null && Number.isSafeInteger(value)) return value + 0;
  scope.tooLarge?.();
  return undefined;
}
