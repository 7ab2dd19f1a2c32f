import type { ComputedOnRead } from '../../expressions/types/computed-by-clock.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';

/** Physical location of the elements of the applied Model. Names from the document are only ever map keys. */
export interface Layout {
  readonly schema: Schema;
  readonly tables: ReadonlyMap<string, Table>;
  readonly byPhysical: ReadonlyMap<string, Table>;
}

export interface Table {
  readonly entity: string;
  readonly physical: string;
  /** Stored fields and states, in the order of the document. */
  readonly columns: readonly Column[];
  /** Stored and built-in columns. */
  readonly byName: ReadonlyMap<string, Column>;
  readonly byMark: ReadonlyMap<string, Column | ListOfLines>;
  readonly lists: readonly ListOfLines[];
  /** True if its rows are lines: they have `parent`, `list` and `position`. */
  readonly lines: boolean;
}

export interface Column {
  readonly name: string;
  readonly element: string;
  readonly type: Type;
  readonly physical: string;
  readonly text: boolean;
  readonly searched: boolean;
  /** Computed on reading and never stored; null for a stored column. */
  readonly computedBy: Relation | null;
  readonly folded: boolean;
  readonly unique: boolean;
  readonly builtIn: boolean;
  /** A live record that this column refers to can't be deleted. */
  readonly restricts: boolean;
  /**
   * Number of the last history entry that states the value at creation itself; later entries may leave it to the row.
   * Null if all entries state it, because it changes without an entry (computed) or is stored as JSON.
   */
  readonly statedUntil: number | null;
}

export interface ListOfLines {
  readonly name: string;
  readonly element: string;
  /** Identifier of the list, stored in the `list` column of each line. */
  readonly physical: string;
  readonly entity: string;
}

/** Column names of the built-in fields, which every table has. */
export const BUILT_IN_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['createdAt', 'created_at'],
  ['createdBy', 'created_by'],
  ['changedAt', 'changed_at'],
  ['changedBy', 'changed_by'],
]);

/** Returns whether an attribute is a list of lines rather than a column. */
export function isList(column: Column | ListOfLines): column is ListOfLines {
  return 'entity' in column;
}

/** Returns the layout in which time-dependent computed fields are computed on reading. */
export function withTimeDependentFields(layout: Layout, byClock: ComputedOnRead | null): Layout {
  if (byClock === null) return layout;
  const tables = [...layout.tables.values()].map((table): Table => {
    const timeDependent = (column: Column): Column => {
      const relation = byClock(table.entity, column.name)?.relation ?? null;
      return relation === null
        ? column
        : { ...column, text: false, searched: false, folded: false, computedBy: relation };
    };
    const columns = table.columns.map(timeDependent);
    const byName = new Map([...table.byName].map(([name, column]) => [name, timeDependent(column)] as const));
    return {
      ...table,
      columns,
      byName,
      byMark: new Map([...columns, ...table.lists].map((each) => [each.physical, each])),
    };
  });
  return {
    ...layout,
    tables: new Map(tables.map((table) => [table.entity, table])),
    byPhysical: new Map(tables.map((table) => [table.physical, table])),
  };
}
