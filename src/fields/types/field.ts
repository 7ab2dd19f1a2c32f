import type { Bound, Kind, Type } from '../../model/types/types.ts';
import type { Formatter } from '../text/format.ts';
import type { Json } from '../text/json.ts';
import type { Value } from '../text/value.ts';
import type { FieldProblem } from './value-problem.ts';

/** What a column of it holds. Lines are no column: `json` is how they travel. */
export type Storage = 'text' | 'integer' | 'real' | 'json';

/** A value that fits the type, or why the input does not. */
export type ReadResult = { readonly value: Value } | { readonly problem: FieldProblem };

/** What a bound comes to: the number as stated, or that of a constant; null where point 9 does not show it. */
export type Bounds = (bound: Bound) => number | null;

/** Inputs and what becomes of them; the tests run each. Bounds named by a constant are not shown there. */
export interface Samples<T extends Type = Type> {
  readonly type: T;
  /** What comes over the wire, and how people read it in English. */
  readonly good: readonly (readonly [input: Json, shown: string])[];
  readonly bad: readonly (readonly [input: Json, code: FieldProblem['code']])[];
}

export type TypeOf<K extends Kind> = Extract<Type, { readonly kind: K }>;

/** Everything there is to know about one kind of type. The type given to a method is of the field's own kind. */
export interface FieldType<T extends Type = Type> {
  readonly kind: T['kind'];
  /** How the document may spell it, the canonical spelling first; compared without case. */
  readonly spellings: readonly string[];
  /** One sentence for the reference. */
  readonly about: string;
  readonly storage: Storage;
  /** Where some types of the kind are stored otherwise; `storageOf(type)` in lookup.ts asks both. */
  storageFor?(type: T): Storage;
  /** The type that `spelling` or `spelling(argument)` states; null where the argument makes no sense. */
  typeFrom(argument: string | null): T | null;
  /** The same type with a unit behind its numbers, where the kind has units. */
  withUnit?(type: T, unit: string): T;
  /** The canonical text of a type: `text(1..80)`. What the Notes state (size of a file, number of lines) is not in it. */
  typeText(type: T): string;
  /** From the wire. Null and blank text are empty. Never rounds and never repairs, but for M4's cleaning of text. */
  read(input: Json, type: T, bounds: Bounds): ReadResult;
  /** To the wire: `read(write(v))` is `v`. */
  write(value: Value, type: T): Json;
  /** For people; empty text for an empty value. */
  show(value: Value, type: T, format: Formatter): string;
  /**
   * From a cell of the document: `89.90 EUR`, `yes`, `Travel`. Bounds are not looked at. `zone` is for a time of
   * day without an offset. References stay the title as written, for whoever knows the records.
   */
  parse(text: string, type: T, zone?: string): ReadResult;
  /** Where people's order is not the value's own: the shadow key, compared bytewise. */
  orderKey?(value: Value, type: T): string | number;
  readonly samples: readonly Samples<T>[];
}

/** Says that an object is a field type, and checks it against its kind. */
export function defineField<const K extends Kind>(
  field: FieldType<TypeOf<K>> & { readonly kind: K },
): FieldType<TypeOf<K>> {
  return field;
}
