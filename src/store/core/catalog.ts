import type { StoredType } from './stored-type.ts';

/** What the store remembers of the document last applied: which physical name carries which element. */
export interface Catalog {
  readonly tables: readonly CatalogTable[];
  readonly columns: readonly CatalogColumn[];
}

export interface CatalogTable {
  /** Short and random, never the name. */
  readonly physical: string;
  readonly name: string;
  readonly element: string;
  /** Its records are lines of others: rows have a parent, the mark of its list, and a position. */
  readonly lines: boolean;
}

export interface CatalogColumn {
  /** The physical name of its table. */
  readonly table: string;
  /** For owned lines this is a mark that the lines carry; there is no such column. */
  readonly physical: string;
  readonly name: string;
  readonly element: string;
  readonly type: StoredType;
  /** The rules of the keys in its shadow column for order; 0: it has none. Older data says `true`. */
  readonly text: number;
  /** Free text is looked for in it, by these rules of what its words are: it has a shadow column of them. 0: it is not. */
  readonly searched: number;
  /** The rules of the keys in its shadow column for equality without case; 0: it has none. Older data says `true`. */
  readonly folded: number;
  readonly required: boolean;
  readonly unique: boolean;
  /** The text of its formula; null where people or the product set it. */
  readonly computed: string | null;
}

/** The rules of what the words of a text are; others: every word is kept anew when a document is applied. */
export const WORD_RULES = 1;

/** The rules of `orderKey`. Data with keys by other rules gets new ones when a document is applied. */
export const ORDER_RULES = 2;

/** The rules of `identityKey`. Data with keys by other rules gets new ones when a document is applied. */
export const IDENTITY_RULES = 2;

/** The shadow columns of a text. */
export const shadows = {
  order: (physical: string) => `${physical}_o`,
  words: (physical: string) => `${physical}_w`,
  fold: (physical: string) => `${physical}_f`,
};

/** A physical name that the catalog does not have: 30 random bits. */
export function freshName(prefix: 't' | 'c', taken: ReadonlySet<string>): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    const name = `${prefix}_${[...bytes].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')}`;
    if (!taken.has(name)) return name;
  }
}
