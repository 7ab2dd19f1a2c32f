/**
 * The type of a field. `kind` names a file in `fields/`; the rest are its stated parameters.
 * A length, count or size may be a constant: then `Bound` names it and its value is looked up in point 9.
 */
export type Type =
  | { readonly kind: 'text'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'long text'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'email' }
  | { readonly kind: 'integer'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  /** `currency` null: each value carries its own. `scale` is the number of digits after the point. */
  | { readonly kind: 'money'; readonly currency: string | null; readonly scale: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'date and time' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** A record of another entity. */
  | { readonly kind: 'reference'; readonly entity: string }
  /** One role of point 6, or a set of them. */
  | { readonly kind: 'role'; readonly several: boolean }
  /** Owned lines: records of an entity that belongs to this one, in order. */
  | { readonly kind: 'list'; readonly entity: string; readonly min: Bound | null; readonly max: Bound | null }
  /** Allowed endings, lower case; empty admits every kind. `maxSize` in bytes. */
  | { readonly kind: 'file'; readonly endings: readonly string[]; readonly maxSize: Bound | null }
  /** The reader found no type it knows; `text` is what stands there. Such a field is shown and never written. */
  | { readonly kind: 'unknown'; readonly text: string };

export type Kind = Type['kind'];

/** A stated number, or the name of a constant. */
export type Bound = { readonly value: number } | { readonly constant: string };

export interface Option {
  readonly name: string;
  readonly label: string;
  readonly translations: Readonly<Record<string, string>>;
}
