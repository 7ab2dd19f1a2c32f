import type { Fragment } from './fragment.ts';

/** Where two databases say the same thing differently. */
export interface Dialect {
  /** The finished text: a place is `?` inside fragments. */
  readonly placed: (text: string) => string;
  /** Null-safe equality, never unknown. */
  readonly same: (left: Fragment, right: Fragment) => Fragment;
  readonly different: (left: Fragment, right: Fragment) => Fragment;
  /** The items of a JSON array as rows with the column `value`. */
  readonly items: (list: Fragment) => Fragment;
  /** A value that equals nothing in any column. */
  readonly nothing: string;
  /** The first 1-based place of a text within another, 0 for none. */
  readonly placeOf: (needle: Fragment, text: Fragment) => Fragment;
  /** A sum that never overflows silently: NULL beyond what is exact. */
  readonly exactSum: (value: Fragment) => Fragment;
  readonly ascending: (key: Fragment) => Fragment;
  readonly descending: (key: Fragment) => Fragment;
  readonly truth: { readonly yes: string; readonly no: string };
}
