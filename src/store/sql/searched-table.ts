import type { Table } from '../core/layout.ts';
import type { SearchedTable } from './dialect.ts';

/** Returns the searched columns of a table, or those among these fields. */
export function searchedIn(
  { physical, columns, byName }: Table,
  fields: readonly string[] = columns.map(({ name }) => name),
): SearchedTable {
  return {
    physical,
    columns: fields.flatMap((field) => {
      const column = byName.get(field);
      return column?.searched === true ? [column.physical] : [];
    }),
  };
}

/** Returns the name of a table's search index. */
export const searchIndexName = (physical: string): string => `w_${physical}`;

export const isSearchIndexOf = (physical: string, { name }: { readonly name: string }): boolean =>
  name.startsWith(searchIndexName(physical));
