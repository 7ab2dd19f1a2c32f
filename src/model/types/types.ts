import type { TextFormatKind } from './text-formats.ts';

/**
 * The type of a field. `kind` names a file in `fields/types/`; the other attributes are its stated parameters. A
 * length, count or size may be a constant: then `Bound` names it, and its value is looked up in point 9.
 */
export type Type =
  | { readonly kind: 'text'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'long text'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: TextFormatKind }
  /** The password of a person. Only its hash is stored, among the credentials; the field itself is always empty. */
  | { readonly kind: 'password'; readonly min: Bound | null; readonly max: Bound | null }
  /**
   * `unit` is shown after the number: `min`, `%`. `step`: only multiples of it above `min`. `grouped` false: the number
   * identifies a record and is shown without digit grouping; only `schemaOf` sets it, no document states it.
   */
  | {
      readonly kind: 'integer';
      readonly min: Bound | null;
      readonly max: Bound | null;
      readonly step: number | null;
      readonly unit: string | null;
      readonly grouped?: false;
    }
  | {
      readonly kind: 'decimal';
      readonly precision: number;
      readonly scale: number;
      readonly min: Bound | null;
      readonly max: Bound | null;
      readonly unit: string | null;
    }
  /** `currency` null: each value has its own currency. `scale` is the number of digits after the point. */
  | {
      readonly kind: 'money';
      readonly currency: string | null;
      readonly scale: number;
      readonly min: Bound | null;
      readonly max: Bound | null;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' }
  | { readonly kind: 'date and time' }
  /** A time of day, `09:30`, without a date or zone. */
  | { readonly kind: 'time' }
  /** A length of time, stored in milliseconds. */
  | { readonly kind: 'duration' }
  /** `several`: a set of the options. */
  | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly several: boolean }
  /** A record of another entity. */
  | { readonly kind: 'reference'; readonly entity: string }
  /** Several independent records of another entity: many to many. `ordered` preserves their order. */
  | {
      readonly kind: 'references';
      readonly entity: string;
      readonly ordered: boolean;
      readonly min: Bound | null;
      readonly max: Bound | null;
    }
  /** Several short texts in order, `min` to `max` of them. */
  | { readonly kind: 'texts'; readonly min: Bound | null; readonly max: Bound | null }
  /**
   * A number for people, assigned once on creation: the zeros of `HD-00000` are the counter; `YY` and `YYYY` are the
   * year.
   */
  | { readonly kind: 'number series'; readonly pattern: string }
  /** One role of point 6, or a set of them. */
  | { readonly kind: 'role'; readonly several: boolean }
  /** Lines: ordered records of an entity that belongs to this one. */
  | { readonly kind: 'list'; readonly entity: string; readonly min: Bound | null; readonly max: Bound | null }
  /** `endings`: allowed file endings in lower case; empty: all. `maxSize` in bytes. */
  | {
      readonly kind: 'file';
      readonly endings: readonly string[];
      readonly maxSize: Bound | null;
      readonly several: boolean;
      /** The number of files, if `several`. */
      readonly min: Bound | null;
      readonly max: Bound | null;
    }
  /** What the fields of a record hold at a moment, as `values(old)` and `values(this)` give it. Only effects write it. */
  | { readonly kind: 'object' }
  /** No known type; `text` is what the cell contains. Such a field is shown but never written. */
  | { readonly kind: 'unknown'; readonly text: string };

export type Kind = Type['kind'];

/** A stated number, or the name of a constant. */
export type Bound = { readonly value: number } | { readonly constant: string };

export interface Option {
  readonly name: string;
  readonly label: string;
  readonly translations: Readonly<Record<string, string>>;
}
