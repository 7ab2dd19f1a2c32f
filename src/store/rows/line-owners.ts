import type { RecordKey } from '../../engine/core/facts.ts';
import { get, type Steps } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';

/** The record itself, or of a line the record that owns it. */
export function* rootOf(layout: Layout, table: Table, id: string): Steps<RecordKey> {
  const [parent, list] = (yield* get(`SELECT parent, list FROM ${table.physical} WHERE id = ?`, [id])) ?? [];
  const owner = ownerOf(layout, list);
  return owner === undefined ? { entity: table.entity, id } : yield* rootOf(layout, owner, String(parent));
}

/** The record that owns a line; null where there is no such line any more. */
export function* ownerOfLine(layout: Layout, { entity, id }: RecordKey): Steps<RecordKey | null> {
  const table = layout.tables.get(entity);
  if (table === undefined || !table.lines) return null;
  const sql = `SELECT parent, list FROM ${table.physical} WHERE id = ? AND deleted_at IS NULL`;
  const [parent, list] = (yield* get(sql, [id])) ?? [];
  const owner = ownerOf(layout, list);
  return owner === undefined ? null : yield* rootOf(layout, owner, String(parent));
}

const ownerOf = ({ tables }: Layout, list: unknown): Table | undefined =>
  [...tables.values()].find((each) => each.byMark.has(String(list)));
