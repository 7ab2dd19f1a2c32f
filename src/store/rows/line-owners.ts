import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import { type DbProgram, get } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';

/** Returns the record itself; for a line, the record that owns it. */
export function* rootOf(layout: Layout, table: Table, id: string): DbProgram<RecordKey> {
  const [parent, list] = (yield* get(`SELECT parent, list FROM ${table.physical} WHERE id = ?`, [id])) ?? [];
  const owner = ownerOf(layout, list);
  return owner === undefined ? { entity: table.entity, id } : yield* rootOf(layout, owner, String(parent));
}

/** Returns the record that owns a line; null if the line no longer exists. */
export function* ownerOfLine(layout: Layout, { entity, id }: RecordKey): DbProgram<RecordKey | null> {
  const table = layout.tables.get(entity);
  if (table === undefined || !table.lines) return null;
  const sql = `SELECT parent, list FROM ${table.physical} WHERE id = ? AND deleted_at IS NULL`;
  const [parent, list] = (yield* get(sql, [id])) ?? [];
  const owner = ownerOf(layout, list);
  return owner === undefined ? null : yield* rootOf(layout, owner, String(parent));
}

const ownerOf = ({ tables }: Layout, list: unknown): Table | undefined =>
  [...tables.values()].find((each) => each.byMark.has(String(list)));
