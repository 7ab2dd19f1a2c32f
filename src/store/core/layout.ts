import type { ByClock } from '../../expressions/relation/computed-by-clock.ts';
import type { Relation } from '../../expressions/relation/relation.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';

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
  readonly searched: boolean;
  /** Worked out where it is read, and never stored; null: it is stored. */
  readonly worked: Relation | null;
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

/** The same where the computed fields that go by the clock are worked out. */
export function withClock(layout: Layout, byClock: ByClock | null): Layout {
  if (byClock === null) return layout;
  const tables = [...layout.tables.values()].map((table): Table => {
    const turned = (column: Column): Column => {
      const worked = byClock(table.entity, column.name)?.relation ?? null;
      return worked === null ? column : { ...column, text: false, searched: false, folded: false, worked };
    };
    const columns = table.columns.map(turned);
    const byName = new Map([...table.byName].map(([name, column]) => [name, turned(column)] as const));
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
