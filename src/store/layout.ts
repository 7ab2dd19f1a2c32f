import type { Schema } from '../model/schema.ts';
import type { Type } from '../model/types.ts';

/** Where the elements of the applied Model lie. Names of the document are keys of maps and nothing else. */
export interface Layout {
  readonly schema: Schema;
  readonly tables: ReadonlyMap<string, Table>;
  readonly byPhysical: ReadonlyMap<string, Table>;
}

export interface Table {
  readonly entity: string;
  readonly physical: string;
  /** Stated fields and states that are stored, in stated order. */
  readonly columns: readonly Column[];
  /** These and the built-in ones. */
  readonly byName: ReadonlyMap<string, Column>;
  readonly byMark: ReadonlyMap<string, Column | ListOfLines>;
  readonly lists: readonly ListOfLines[];
  /** Rows are lines: they have `parent`, `list` and `position`. */
  readonly lines: boolean;
}

export interface Column {
  readonly name: string;
  readonly element: string;
  readonly type: Type;
  readonly physical: string;
  readonly text: boolean;
  readonly folded: boolean;
  readonly unique: boolean;
  readonly builtIn: boolean;
  /** A live record that it refers to can't be deleted. */
  readonly restricts: boolean;
}

export interface ListOfLines {
  readonly name: string;
  readonly element: string;
  /** What each line carries in `list`. */
  readonly physical: string;
  readonly entity: string;
}

/** Names of the columns that every table has, by built-in. */
export const BUILT_IN_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['createdAt', 'created_at'],
  ['createdBy', 'created_by'],
  ['changedAt', 'changed_at'],
  ['changedBy', 'changed_by'],
]);

/** The live lists of an entity, and whether a column is one. */
export function isList(column: Column | ListOfLines): column is ListOfLines {
  return 'entity' in column;
}
