/**
 * The type of a field. `kind` names a file in `fields/`; the rest are its stated parameters.
 * A length, count or size may be a constant: then `Bound` names it and its value is looked up in point 9.
 */
export type Type =
  | { readonly kind: 'text'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'long text'; readonly min: Bound | null; readonly max: Bound | null }
  | { readonly kind: 'email' }
  /**
   * `unit` is what people read behind the number: `min`, `%`. `step`: only multiples of it above `min`. `grouped` false:
   * the number identifies a record and reads without digit grouping; `schemaOf` says so, no document does.
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
  /** `currency` null: each value carries its own. `scale` is the number of digits after the point. */
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
  /** A length of time in exact units, kept in milliseconds. */
  | { readonly kind: 'duration' }
  /** `several`: a set of the options. */
  | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly several: boolean }
  /** A record of another entity. */
  | { readonly kind: 'reference'; readonly entity: string }
  /** Several records of another entity, which stand on their own: many to many. `ordered` keeps their order. */
  | {
      readonly kind: 'references';
      readonly entity: string;
      readonly ordered: boolean;
      readonly min: Bound | null;
      readonly max: Bound | null;
    }
  /** Several short texts in order, `min` to `max` of them. */
  | { readonly kind: 'texts'; readonly min: Bound | null; readonly max: Bound | null }
  /** A number for people, given once on creation: `HD-00000` counts in the zeros; `YY` and `YYYY` are the year. */
  | { readonly kind: 'number series'; readonly pattern: string }
  /** One role of point 6, or a set of them. */
  | { readonly kind: 'role'; readonly several: boolean }
  /** Owned lines: records of an entity that belongs to this one, in order. */
  | { readonly kind: 'list'; readonly entity: string; readonly min: Bound | null; readonly max: Bound | null }
  /** Allowed endings, lower case; empty admits every kind. `maxSize` in bytes. */
  | {
      readonly kind: 'file';
      readonly endings: readonly string[];
      readonly maxSize: Bound | null;
      readonly several: boolean;
      /** How many, where there may be several. */
      readonly min: Bound | null;
      readonly max: Bound | null;
    }
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
