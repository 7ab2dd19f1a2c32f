import type { StaticType } from '../../expressions/types/static.ts';
import type { SqlValue, StoredKind } from '../core/storage.ts';
import type { EmptiesLast } from '../sql-tables/empties-last.ts';
import type { Fragment, Use } from './fragment.ts';

/** Differences between the SQL dialects. All other SQL is the same for both. */
export interface Dialect {
  /** Converts finished SQL; placeholders in fragments are `?`. */
  readonly withPlaceholders: (text: string) => string;
  /** Added to the condition of a query that a person composed: counts each scanned row, if the database needs that. */
  readonly scanCounter: string;
  /** The placeholder of a parameter of this type in this use. */
  readonly parameter: (type: StaticType, use: Use) => string;
  /** Null-safe equality; never unknown. */
  readonly same: (left: Fragment, right: Fragment) => Fragment;
  readonly different: (left: Fragment, right: Fragment) => Fragment;
  /**
   * Like `same`, between a column and a parameter (`isGiven`: never empty), in a form that can use an index on the
   * column.
   */
  readonly equalsParameter: (column: Fragment, value: Fragment, isGiven: boolean) => Fragment;
  /** Converts a condition or stored boolean for comparison with a parameter. */
  readonly comparable: (value: Fragment) => Fragment;
  /** The items of a JSON array of this type, as rows with the column `value`. */
  readonly items: (list: Fragment, type: StaticType | null) => Fragment;
  /** Follows FROM: each row once for each text in a JSON array of its own, as `items.value`. */
  readonly withItems: (list: Fragment) => Fragment;
  /**
   * Whether the query planner estimates row counts to choose between starting at the list and starting at a subquery.
   */
  readonly isCostBased: boolean;
  /**
   * Follows JOIN: the live row with an id, looked up by the primary key whatever number of rows the planner expects.
   */
  readonly oneById: (table: string, alias: string, id: string) => string;
  /** A value that equals nothing in a column of this type: as SQL, and as a parameter. */
  readonly unmatchable: (type: StaticType | null) => string;
  readonly unmatchableValue: (type: StaticType) => SqlValue;
  /** The 1-based position of a text within another; 0 if it does not occur. */
  /** A text in lower or upper case, in all scripts. */
  readonly cased: (text: Fragment, to: 'lower' | 'upper') => Fragment;
  readonly positionOf: (needle: Fragment, text: Fragment) => Fragment;
  /** Converts to the widest number type for intermediate results. */
  readonly widestNumber: (value: Fragment) => Fragment;
  /** The integer part of a quotient of wide, non-negative numbers. */
  readonly quotient: (value: string, by: string) => string;
  /** A sum that never overflows silently: NULL if it is not exact. */
  readonly exactSum: (value: Fragment) => Fragment;
  readonly average: (value: Fragment) => Fragment;
  /** Whether a condition holds for some row of a group, and for every row. */
  readonly some: (condition: Fragment) => Fragment;
  readonly every: (condition: Fragment) => Fragment;
  /** The buckets in a JSON array of `[key, from, to]`, as rows `k`, `f`, `t`; `text` if the bounds are texts. */
  readonly buckets: (list: Fragment, text: boolean) => Fragment;
  /** The slots in a JSON array of `[number, end, before, after]`, as rows `n`, `e`, `b`, `a`. */
  readonly slots: (list: Fragment) => Fragment;
  /** A given integer. */
  readonly integer: (value: Fragment) => Fragment;
  /** The texts of a group as an unordered JSON array; NULL if there are none. */
  readonly jsonArrayOfTexts: (value: Fragment) => Fragment;
  /** A branch of UNION ALL, for which the order and limit of all apply, so that branches are merged as they are read. */
  readonly branch: (select: Fragment, order: Fragment) => Fragment;
  readonly truth: { readonly yes: string; readonly no: string };
  /** A limit that allows all rows. */
  readonly unlimited: SqlValue;
  readonly words: DialectTexts;
}

/** SQL that only the store's own statements need. */
export interface DialectTexts {
  readonly emptiesLast: EmptiesLast;
  /** The column type for this kind of value. */
  readonly column: (kind: StoredKind) => string;
  /** Converts the definitions of internal tables, written for SQLite. */
  readonly tables: (text: string) => string;
  /** Orders rows of internal tables by creation. */
  readonly creationOrder: string;
  /** Selects the program's indexes as `name`, `sql`. */
  readonly indexes: string;
  /** Converts an index for this database. */
  readonly index: (index: { readonly name: string; readonly sql: string }) => {
    readonly name: string;
    readonly sql: string;
  };
  readonly storesIndexes: boolean;
  /** Finds a column by the names of its table and itself. */
  readonly columnNamed: string;
  /** A text as a constant, written in hexadecimal digits: names of the document never reach SQL as they are. */
  readonly literal: (text: string) => string;
  /** JSON of one text, and access to its parts. */
  readonly listOf: (text: string) => string;
  readonly firstIn: (list: string) => string;
  readonly lengthOf: (list: string) => string;
  readonly amountIn: (value: string) => string;
  readonly currencyIn: (value: string) => string;
  /** Definition of the key of an entity's table. */
  readonly rowKey: string;
  readonly search: SearchTexts;
  /** The texts in a JSON array, as rows of a query. */
  readonly texts: (list: string) => string;
  /** Follows a column: its value is among the texts in a JSON array. */
  readonly inList: (list: string) => string;
}

/** A table and its searched columns, by their physical names. */
export interface SearchedTable {
  readonly physical: string;
  readonly columns: readonly string[];
}

/** The full-text index of a table: it only tells which rows may have a word that begins with a given one. */
export interface SearchTexts {
  /** Creates the index; `fill` indexes the rows that are there, if the database does not do so itself. */
  readonly indexes: (
    table: SearchedTable,
  ) => readonly { readonly name: string; readonly sql: string; readonly fill: string | null }[];
  /** Statements that index the rows in `words_due`; null if the database indexes every row as it is written. */
  readonly indexDue: ((table: SearchedTable) => readonly string[]) | null;
  /** Statement that rewrites a bounded part of the index without the words of rows that are gone, if it is necessary. */
  readonly forget: ((table: SearchedTable) => string) | null;
  /** Condition on a row with this alias. */
  readonly narrow: (table: SearchedTable, alias: string, word: Fragment) => Fragment;
  /** Counts the rows that fulfil `narrow`; the result may be anything above the limit if there are more, or many more. */
  readonly count: (table: SearchedTable, word: Fragment, limit: number) => Fragment;
}
