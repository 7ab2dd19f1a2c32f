import type { TextFormatKind } from '../../model/types/text-formats.ts';
import type { Bound, Kind, Type } from '../../model/types/types.ts';
import type { Formatter } from '../text/format.ts';
import type { Json } from '../text/json.ts';
import type { Value } from '../text/value.ts';
import type { FieldProblem } from '../text/value-problem.ts';

/** The column type of a field. Lines have no column; `json` is how they are transferred. */
export type Storage = 'text' | 'integer' | 'real' | 'json';

/** A value that fits the type, or why the input does not. */
export type ReadResult = { readonly value: Value } | { readonly problem: FieldProblem };

/** Returns the value of a bound: the stated number, or that of a constant; null if point 9 does not show it. */
export type Bounds = (bound: Bound) => number | null;

/** Inputs with their expected results; the tests run each. Bounds named by a constant are not shown there. */
export interface Samples<T extends Type = Type> {
  readonly type: T;
  /** JSON inputs, and how they are shown in English. */
  readonly good: readonly (readonly [input: Json, shown: string])[];
  readonly bad: readonly (readonly [input: Json, code: FieldProblem['code']])[];
}

export type TypeOf<K extends Kind> = K extends TextFormatKind
  ? { readonly kind: K }
  : Extract<Type, { readonly kind: K }>;

/** Everything about one kind of type. The `type` given to a method is of this kind. */
export interface FieldType<T extends Type = Type> {
  readonly kind: T['kind'];
  /** Spellings in a document, the canonical one first; compared ignoring case. */
  readonly spellings: readonly string[];
  /** One sentence for the reference. */
  readonly about: string;
  readonly storage: Storage;
  /** For kinds of which some types are stored differently; use `storageOf(type)` in lookup.ts. */
  storageFor?(type: T): Storage;
  /** Returns the type for `spelling` or `spelling(argument)`; null if the argument is not valid. */
  typeFrom(argument: string | null): T | null;
  /** Returns the type with a unit, for kinds that have units. */
  withUnit?(type: T, unit: string): T;
  /**
   * Returns the canonical text of a type: `text(1..80)`. What the notes state (size of a file, number of lines) is not
   * included.
   */
  typeText(type: T): string;
  /**
   * Reads JSON. Null and blank text are empty. Never rounds and never repairs, except for the cleaning of text (M4).
   */
  read(input: Json, type: T, bounds: Bounds): ReadResult;
  /** Writes JSON: `read(write(v))` is `v`. */
  write(value: Value, type: T): Json;
  /** Formats a value for people; empty text for an empty value. */
  show(value: Value, type: T, format: Formatter): string;
  /**
   * Reads a cell of the document: `89.90 EUR`, `yes`, `Travel`. Bounds are not checked. `zone` is for a time of day
   * without an offset. References stay the title as written; the caller looks up the records.
   */
  parse(text: string, type: T, zone?: string): ReadResult;
  /** Returns the sort key, compared bytewise, for kinds whose order for people is not that of the value. */
  orderKey?(value: Value, type: T): string | number;
  readonly samples: readonly Samples<T>[];
}

/** Defines a field type; the compiler checks it against its kind. */
export function defineField<const K extends Kind>(
  field: FieldType<TypeOf<K>> & { readonly kind: K },
): FieldType<TypeOf<K>> {
  return field;
}
