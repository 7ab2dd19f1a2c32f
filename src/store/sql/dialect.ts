import type { StaticType } from '../../expressions/types/static.ts';
import type { SqlValue, StoredKind } from '../core/storage.ts';
import type { Fragment, Use } from './fragment.ts';

/** Where two databases say the same thing differently. Everything else is one text for both. */
export interface Dialect {
  /** The finished text: a place is `?` inside fragments. */
  readonly placed: (text: string) => string;
  /** Stands in the condition of a statement that a person sent: counts each row that is looked at, where the database has to. */
  readonly counted: string;
  /** The place of a parameter of this type, used this way. */
  readonly parameter: (type: StaticType, use: Use) => string;
  /** Null-safe equality, never unknown. */
  readonly same: (left: Fragment, right: Fragment) => Fragment;
  readonly different: (left: Fragment, right: Fragment) => Fragment;
  /** As `same`, of a column and a parameter (`isGiven`: never empty), so that an index over the column serves. */
  readonly holds: (column: Fragment, value: Fragment, isGiven: boolean) => Fragment;
  /** A condition or a stored yes or no, as an operand that is compared with a parameter. */
  readonly compared: (value: Fragment) => Fragment;
  /** The items of a JSON array of this type as rows with the column `value`. */
  readonly items: (list: Fragment, type: StaticType | null) => Fragment;
  /** Whether it weighs, by how many rows it expects, if it begins with a list or with those that a query within a condition finds. */
  readonly weighs: boolean;
  /** To stand behind JOIN: the live row of an id, looked up by it alone, however few or many rows a database expects. */
  readonly oneById: (table: string, alias: string, id: string) => string;
  /** A value that equals nothing in any column of this type: as text, and as a parameter. */
  readonly nothing: (type: StaticType | null) => string;
  readonly nothingAs: (type: StaticType) => SqlValue;
  /** The first 1-based place of a text within another, 0 for none. */
  readonly placeOf: (needle: Fragment, text: Fragment) => Fragment;
  /** As wide as numbers get while they are worked out. */
  readonly wide: (value: Fragment) => Fragment;
  /** The whole part of a quotient of wide numbers that are not negative. */
  readonly quotient: (value: string, by: string) => string;
  /** A sum that never overflows silently: NULL beyond what is exact. */
  readonly exactSum: (value: Fragment) => Fragment;
  readonly average: (value: Fragment) => Fragment;
  /** Whether a condition holds for some row of a group, and for every one. */
  readonly some: (condition: Fragment) => Fragment;
  readonly every: (condition: Fragment) => Fragment;
  /** The buckets in a JSON array of `[key, from, to]`, as rows `k`, `f`, `t`; `text` where the ends are. */
  readonly buckets: (list: Fragment, text: boolean) => Fragment;
  /** The slots in a JSON array of `[number, end, before, after]`, as rows `n`, `e`, `b`, `a`. */
  readonly slots: (list: Fragment) => Fragment;
  /** A whole number that is given. */
  readonly whole: (value: Fragment) => Fragment;
  /** The texts of a group as a JSON array, in no order; NULL where there are none. */
  readonly gathered: (value: Fragment) => Fragment;
  readonly ascending: (key: Fragment) => Fragment;
  readonly descending: (key: Fragment) => Fragment;
  readonly truth: { readonly yes: string; readonly no: string };
  /** A limit that admits all. */
  readonly unlimited: SqlValue;
  readonly words: Words;
}

/** What only our own statements need: about the tables themselves. */
export interface Words {
  /** The type of a column that holds this kind of value. */
  readonly column: (kind: StoredKind) => string;
  /** Tables of ours, written for SQLite, as this database makes them. */
  readonly tables: (text: string) => string;
  /** Rows of our own tables in the order in which they were made. */
  readonly inOrder: string;
  /** Our indexes as `name`, `sql`. */
  readonly indexes: string;
  /** An index as it is made here, and what is to be run beside to remember its text. */
  readonly index: (index: { readonly name: string; readonly sql: string }) => {
    readonly name: string;
    readonly sql: string;
  };
  readonly remembersIndexes: boolean;
  /** Finds a column by the names of its table and its own. */
  readonly columnNamed: string;
  /** JSON of one text, and what lies in it. */
  readonly listOf: (text: string) => string;
  readonly firstIn: (list: string) => string;
  readonly lengthOf: (list: string) => string;
  readonly amountIn: (value: string) => string;
  readonly currencyIn: (value: string) => string;
  /** Whether the words of new records are gathered before they are put where they belong: a page is written whole here. */
  readonly gathersWords: boolean;
  /** The texts in a JSON array, as rows of a query. */
  readonly texts: (list: string) => string;
  /** Behind a column: that its value is among the texts in a JSON array. */
  readonly among: (list: string) => string;
}
