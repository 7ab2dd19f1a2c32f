import { isRows } from '../fields/list.ts';
import type { Row } from '../fields/value.ts';
import type { Layout } from './layout.ts';
import type { RowReader } from './rows.ts';
import type { Words } from './sql/dialect.ts';
import { all, type Steps } from './steps.ts';

/** Rows beyond which those that were not met for longest go; a line counts as one. */
const MOST_KEPT = 10_000;

/**
 * The same rows, read again only where the data have another version of them: whoever asks twice gets the very same
 * object. To be used where what was committed is read, never inside a transaction that writes: what is taken back there
 * would be remembered under a version that another write then has.
 */
export function keptRows(reader: RowReader, layout: Layout, words: Words): RowReader {
  const known = new Map<string, Row>();
  let size = 0;

  const keep = (key: string, row: Row): void => {
    forget(key);
    known.set(key, row);
    size += weightOf(row);
    for (const [oldest] of known) {
      if (size <= MOST_KEPT) break;
      forget(oldest);
    }
  };
  const forget = (key: string): void => {
    const row = known.get(key);
    if (row === undefined) return;
    known.delete(key);
    size -= weightOf(row);
  };

  function* many(entity: string, ids: readonly string[]): Steps<readonly Row[]> {
    const table = layout.tables.get(entity);
    if (table === undefined || ids.length === 0) return [];
    if (!ids.some((id) => known.has(keyOf(entity, id)))) return yield* fresh(entity, ids);
    const where = ids.length === 1 ? 'id = ?' : `id IN (${words.texts('?')})`;
    const sql = `SELECT id, version FROM ${table.physical} WHERE ${where} AND deleted_at IS NULL`;
    const there = yield* all(sql, [ids.length === 1 ? (ids[0] ?? '') : JSON.stringify(ids)]);
    const rows: Row[] = [];
    const changed: string[] = [];
    for (const [id, version] of there) {
      const key = keyOf(entity, String(id));
      const row = known.get(key);
      if (row?.version !== Number(version)) {
        changed.push(String(id));
        continue;
      }
      rows.push(row);
      // Whatever is met goes to the end, so that the oldest stands first.
      known.delete(key);
      known.set(key, row);
    }
    if (changed.length > 0) rows.push(...(yield* fresh(entity, changed)));
    return rows;
  }

  function* fresh(entity: string, ids: readonly string[]): Steps<readonly Row[]> {
    const rows = yield* reader.many(entity, ids);
    for (const row of rows) keep(keyOf(entity, row.id), row);
    return rows;
  }

  return {
    ...reader,
    many,
    one: function* (entity, id) {
      return (yield* many(entity, [id]))[0] ?? null;
    },
  };
}

const keyOf = (entity: string, id: string) => `${id} ${entity}`;

function weightOf({ values }: Row): number {
  let weight = 1;
  for (const name in values) {
    const value = values[name] ?? null;
    if (isRows(value)) for (const line of value) weight += weightOf(line);
  }
  return weight;
}
