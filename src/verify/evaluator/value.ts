import type { Span } from './calendar.ts';
import type { Fraction } from './number.ts';

/** A value during evaluation. Choices, states and roles are texts. Empty is `null`. */
export type Val =
  | null
  | boolean
  | { readonly k: 'number'; readonly n: Fraction; readonly unit: string | null }
  | { readonly k: 'text'; readonly text: string; readonly fold: boolean }
  | { readonly k: 'date'; readonly day: number }
  | { readonly k: 'instant'; readonly ms: number }
  | { readonly k: 'span'; readonly span: Span }
  /** A time of day, in minutes since midnight. */
  | { readonly k: 'time'; readonly minutes: number }
  | { readonly k: 'record'; readonly entity: string; readonly id: string }
  /** A line, which exists only within its record. */
  | { readonly k: 'line'; readonly row: Row }
  | { readonly k: 'file'; readonly name: string; readonly size: number }
  | { readonly k: 'list'; readonly items: readonly Val[] }
  /** The `me` of a person who is not signed in; equals nothing. */
  | { readonly k: 'nobody' };

/** `undefined` is unknown. */
export type Outcome = Val | undefined;

/** A record or a line as an expression sees it. An unknown field is `undefined`. */
export interface Row {
  readonly entity: string;
  readonly id: string;
  readonly get: (field: string) => Outcome;
}

export const text = (value: string, fold = false): Val => ({ k: 'text', text: value, fold });
export const number = (n: Fraction, unit: string | null = null): Val => ({ k: 'number', n, unit });
export const whole = (value: number | bigint): Val => number({ p: BigInt(value), q: 1n });
