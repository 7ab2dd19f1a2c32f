/**
 * A value as the engine and the store hold it. Empty is `null`, everywhere.
 *
 * text, email, choice, role, reference (an id): string · integer: number · decimal(p, s) and money of one
 * currency: number of units of 10⁻ˢ (minor units), always a safe integer · boolean · date: `YYYY-MM-DD` ·
 * date and time: UTC milliseconds · roles: sorted strings · money of any currency: `MoneyValue` ·
 * file: `FileValue` · owned lines: `Row[]` in order.
 */
export type Value = null | boolean | number | string | MoneyValue | FileValue | Duration | readonly Value[] | Row;

export interface MoneyValue {
  readonly amount: number;
  readonly currency: string;
}

/** `file` is the token of the upload; the bytes are in the blob store. */
export interface FileValue {
  readonly file: string;
  readonly name: string;
  readonly size: number;
  readonly mediaType: string;
}

/** A length of time. Months and days are calendar units in the document's time zone; milliseconds are exact. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

/** A record. `values` has no prototype, so any name is a safe key; it holds fields, states and built-ins by name. */
export interface Row {
  readonly entity: string;
  readonly id: string;
  /** The store's version counter; it is never sent to clients. */
  readonly version: number;
  readonly values: Values;
}

export type Values = { readonly [name: string]: Value };

/** Returns an empty object for values by any name: it inherits nothing and is fast to fill and read. */
export const noValues = (): { [name: string]: Value } => emptyNameMap();

/** Returns an empty object for anything else keyed by names. */
export function emptyNameMap<T>(): { [name: string]: T } {
  return new Bare() as { [name: string]: T };
}

/** A constructor creates it, because objects from `Object.create(null)` are slow hash tables. */
function construct(): void {}
construct.prototype = Object.freeze(Object.create(null) as object);

const Bare = construct as unknown as new () => { [name: string]: unknown };
