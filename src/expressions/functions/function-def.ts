import type { Value } from '../../fields/text/value.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';

/** A function of the language. It is unknown over an empty or unknown argument, except for `coalesce`. */
export interface FunctionDef {
  readonly name: string;
  readonly about: string;
  readonly example: string;
  readonly arity: readonly [number, number];
  /** Whether all arguments have the same type, and numbers the same scale. */
  readonly alike: boolean;
  /** Returns the type of the result, or a text that says what the function needs instead. */
  readonly typeOf: (args: readonly Typed[]) => StaticType | string;
  /** Returns what is wrong with arguments whose types fit; null: nothing. */
  readonly misuse: (args: readonly Typed[]) => string | null;
  /** Returns the function over non-empty values. */
  readonly make: (args: readonly Typed[], zone: string) => (values: readonly Value[], scope: Scope) => Outcome;
  /** Whether a database can evaluate the function; otherwise it is only evaluated in memory. */
  readonly relational: boolean;
  /** Returns the call in words; the arguments are in words already. */
  readonly words: (args: readonly string[]) => string;
}

type Part = Partial<FunctionDef> & Pick<FunctionDef, 'name' | 'about' | 'example' | 'typeOf' | 'make' | 'words'>;

/** Defines a function, by default with one argument and not for databases. */
export function define(part: Part): FunctionDef {
  return { arity: [1, 1], alike: false, relational: false, misuse: () => null, ...part };
}

/** Returns the type of an argument; the empty type if it is missing. */
export const typeAt = (args: readonly Typed[], index: number): StaticType => args[index]?.type ?? { t: 'empty' };
/** Returns a text value; empty text for anything else. */
export const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
