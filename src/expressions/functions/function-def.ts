import type { Value } from '../../fields/text/value.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';

/** A function of the language. Over an empty or unknown argument it is unknown, but for `coalesce`. */
export interface FunctionDef {
  readonly name: string;
  readonly about: string;
  readonly example: string;
  readonly arity: readonly [number, number];
  /** All arguments have one type, numbers one scale. */
  readonly alike: boolean;
  /** The type of the result; a text says what the function needs instead. */
  readonly typeOf: (args: readonly Typed[]) => StaticType | string;
  /** What is wrong with arguments whose types fit; null: nothing. */
  readonly misuse: (args: readonly Typed[]) => string | null;
  /** The closure over values that are all given. */
  readonly make: (args: readonly Typed[], zone: string) => (values: readonly Value[], scope: Scope) => Outcome;
  /** Whether a database can be asked it; the rest is answered in memory only. */
  readonly relational: boolean;
  /** As people read it, its arguments already in words. */
  readonly words: (args: readonly string[]) => string;
}

type Part = Partial<FunctionDef> & Pick<FunctionDef, 'name' | 'about' | 'example' | 'typeOf' | 'make' | 'words'>;

/** A function with one argument that no database is asked, but for what the part says otherwise. */
export function define(part: Part): FunctionDef {
  return { arity: [1, 1], alike: false, relational: false, misuse: () => null, ...part };
}

/** The type of an argument; of none it is empty. */
export const typeAt = (args: readonly Typed[], index: number): StaticType => args[index]?.type ?? { t: 'empty' };
/** A value as text; anything else is empty. */
export const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
