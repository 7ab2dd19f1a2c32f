import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';

/** A record about to be written (`row`), and before the write (`old`). */
export interface Written {
  readonly row: Row;
  readonly old: Row | null;
}

/** Returns the records of an entity as they will be after the write, including the lines of the written record. */
export function withWritten(
  model: CompiledModel,
  rows: readonly Row[],
  entity: string,
  written: Written | null,
): readonly Row[] {
  if (written === null) return rows;
  const { row, old } = written;
  if (row.entity === entity) return rows.map((each) => (each.id === row.id ? row : each));
  const fields = model.entities.get(row.entity)?.entity.fields ?? [];
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
