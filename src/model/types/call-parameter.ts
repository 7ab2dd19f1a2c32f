import type { Place } from './element.ts';
import type { Formula } from './formula.ts';
import type { SortKey } from './screen.ts';

/** One row of the parameters of a list call. A parameter has one row, or one for each of its values. */
export interface CallParameter {
  readonly name: string;
  /** `state=open`: the value that the row is about; null: any value. */
  readonly option: string | null;
  readonly effect: ParameterEffect;
  /** The type of the value as written; null: that of the field, or text. */
  readonly type: string | null;
  /** The value that holds if the parameter is absent; of a row about one value, `yes`. Null: none. */
  readonly default: string | null;
  /** Whether it accepts several values, separated by commas or repeated. */
  readonly several: boolean;
  /** Whether all of the values must fit; otherwise one of them. */
  readonly fitsAll: boolean;
  /** Whether a value that no row names is ignored; otherwise it is refused. */
  readonly othersIgnored: boolean;
  readonly help: string;
  readonly at: Place | null;
}

/** What a parameter does to a list. */
export type ParameterEffect =
  /** A field or path that has the value, or a condition with the word `value`. */
  | { readonly kind: 'filter'; readonly formula: Formula }
  | { readonly kind: 'everything' }
  | { readonly kind: 'order'; readonly sort: readonly SortKey[] }
  /** The direction of the order that another parameter names. */
  | { readonly kind: 'direction'; readonly descending: boolean }
  /** A member of the records in the answer: `customer as Customer` instead of the id. */
  | { readonly kind: 'shows'; readonly member: string; readonly value: string };

/** How the pages of a list are asked for, with the names of the parameters. */
export type Paging =
  | { readonly kind: 'none' }
  | { readonly kind: 'cursor' | 'offset'; readonly parameter: string; readonly limit: string | null }
  | { readonly kind: 'page'; readonly parameter: string; readonly first: 0 | 1; readonly limit: string | null }
  /** By the id of the last or first record of the page before. */
  | {
      readonly kind: 'after';
      readonly after: string | null;
      readonly before: string | null;
      readonly limit: string | null;
    };

/** A header of responses: `Link` of lists, or a header with the value of a word or a fixed text. */
export interface ListHeader {
  readonly name: string;
  /** `total`, `page`, … of lists; a fixed text in quotes: `"no-store"`; null: `Link`. */
  readonly word: string | null;
}
