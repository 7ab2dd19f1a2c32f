import type { StoredType } from './stored-type.ts';

/** What the database records about the document applied last: the physical name of each element. */
export interface Catalog {
  readonly tables: readonly CatalogTable[];
  readonly columns: readonly CatalogColumn[];
}

export interface CatalogTable {
  /** Short and random; never derived from the name. */
  readonly physical: string;
  readonly name: string;
  readonly element: string;
  /** True if the records are lines of other records: their rows have a parent, a list identifier and a position. */
  readonly lines: boolean;
}

export interface CatalogColumn {
  /** Physical name of the table of this column. */
  readonly table: string;
  /** For a list of lines, this is the list identifier in the rows of the lines; there is no such column. */
  readonly physical: string;
  readonly name: string;
  readonly element: string;
  readonly type: StoredType;
  /** Version of the sort-key rules of its order shadow column; 0 if it has none. Older data contains `true`. */
  readonly text: number;
  /** Version of the word rules of its search shadow column; 0 if the column is not searched. */
  readonly searched: number;
  /**
   * Version of the key rules of its shadow column for case-insensitive equality; 0 if it has none. Older data contains
   * `true`.
   */
  readonly folded: number;
  readonly required: boolean;
  readonly unique: boolean;
  /** As in `Column`; absent if no entry is older than the column, or if all entries state its values. */
  readonly statedUntil?: number;
  /** Text of its formula; null if people or the product set the value. */
  readonly computed: string | null;
}

/**
 * Version of the rules that split a text into words. After an increase, applying a document rebuilds the search words.
 */
export const WORD_RULES = 1;

/** Version of `orderKey`. Applying a document rebuilds keys of another version. */
export const ORDER_RULES = 2;

/** Version of `identityKey`. Applying a document rebuilds keys of another version. */
export const IDENTITY_RULES = 2;

/** Names of the shadow columns of a text column. */
export const SHADOW_COLUMNS = {
  order: (physical: string) => `${physical}_o`,
  words: (physical: string) => `${physical}_w`,
  fold: (physical: string) => `${physical}_f`,
};

/** Returns a random physical name (30 bits) that is not in `taken`. */
export function unusedName(prefix: 't' | 'c', taken: ReadonlySet<string>): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    const name = `${prefix}_${[...bytes].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')}`;
    if (!taken.has(name)) return name;
  }
}
