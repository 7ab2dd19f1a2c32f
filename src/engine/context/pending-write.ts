import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { App } from '../compiled/compiled-model.ts';

/** The record that is about to be written, as it will be, and as it was. */
export interface Written {
  readonly row: Row;
  readonly old: Row | null;
}

/** The records of an entity as they will be once it is written: its lines are those that it will have. */
export function withWritten(app: App, rows: readonly Row[], entity: string, written: Written | null): readonly Row[] {
  if (written === null) return rows;
  const { row, old } = written;
  if (row.entity === entity) return rows.map((each) => (each.id === row.id ? row : each));
  const fields = app.entities.get(row.entity)?.entity.fields ?? [];
  const lists = fields.flatMap(({ name, type }) => (type.kind === 'list' && type.entity === entity ? [name] : []));
  if (lists.length === 0) return rows;
  const before = new Set(linesOf(old, lists).map(({ id }) => id));
  return [...rows.filter(({ id }) => !before.has(id)), ...linesOf(row, lists)];
}

function linesOf(row: Row | null, lists: readonly string[]): readonly Row[] {
  return lists.flatMap((name) => {
    const value = row?.values[name] ?? null;
    return isRows(value) ? value : [];
  });
}
