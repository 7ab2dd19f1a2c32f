import type { Row, Value } from '../../fields/text/value.ts';
import type { ByClock } from '../relation/computed-by-clock.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';

/** Locals at run time, innermost first. */
export interface Frame {
  readonly value: Value;
  readonly up: Frame | undefined;
}

/** A part of an expression as a closure. */
export type Closure = (scope: Scope, frame?: Frame) => Outcome;

/** What compiling a part needs: names of locals, innermost first, and the way down. */
export interface Compiling {
  readonly zone: string;
  readonly byClock: ByClock | undefined;
  readonly locals: readonly string[];
  readonly compile: (typed: Typed) => Closure;
  readonly inside: (local: string) => Compiling;
}

/** Unknown, always. */
export const unknown: Closure = () => undefined;

/** Whether a value is a record, and not another object. */
export function isRow(value: Outcome): value is Row {
  return typeof value === 'object' && value !== null && 'values' in value;
}

/** The id of a record, given as itself or by its id. */
export function idOfRecord(value: Outcome): Outcome {
  return isRow(value) ? value.id : value;
}

/** A safe integer, never -0; or unknown, and the scope is told. */
export function safe(scope: Scope, value: number | null): number | undefined {
  if (value !== null && Number.isSafeInteger(value)) return value + 0;
  scope.tooLarge?.();
  return undefined;
}
