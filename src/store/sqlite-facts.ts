import type { Answer, Facts, Needs, QuestionNeed, RecordKey, RowNeed, UniqueNeed, Upload } from '../engine/facts.ts';
import type { Row, Value } from '../fields/value.ts';
import type { Layout, Table } from './layout.ts';
import { identityColumn } from './sql/indexes.ts';
import type { Database } from './sqlite-database.ts';
import type { FileShelf } from './sqlite-files.ts';
import type { RowReader } from './sqlite-rows.ts';
import { encode, foldShadow } from './storage.ts';

/** Facts as they are gathered: what was loaded stays as it was. */
export interface Gathering {
  readonly facts: Facts;
  readonly add: (needs: Needs) => void;
  readonly addRows: (entity: string, rows: readonly Row[]) => void;
  /** What the fields of these rows refer to, one step. */
  readonly addReferred: (rows: readonly Row[]) => void;
  /** Another gathering that knows the same rows, but not these, nor any lines: nothing else was written since. */
  readonly without: (keys: readonly RecordKey[]) => Gathering;
}

export function gather(
  database: Database,
  layout: Layout,
  reader: RowReader,
  shelf: FileShelf,
  ask: (need: QuestionNeed) => Answer,
  rows: Map<string, Map<string, Row | null>> = new Map(),
): Gathering {
  const taken = new Map<string, boolean>();
  const uploads = new Map<string, Upload | null>();
  const referrers = new Map<string, ReadonlyMap<string, number>>();
  const answers = new Map<string, Answer>();

  const known = (entity: string): Map<string, Row | null> => {
    const there = rows.get(entity);
    if (there !== undefined) return there;
    const fresh = new Map<string, Row | null>();
    rows.set(entity, fresh);
    return fresh;
  };

  const load = (entity: string, ids: readonly string[]): void => {
    const there = known(entity);
    const missing = ids.filter((id) => !there.has(id));
    if (missing.length === 0) return;
    for (const id of missing) there.set(id, null);
    for (const row of reader.many(entity, missing)) there.set(row.id, row);
  };

  const follow = (from: readonly Row[], path: readonly string[]): void => {
    const [name, ...rest] = path;
    if (name === undefined || from.length === 0) return;
    const target = leadsTo(layout, from[0]?.entity ?? '', name);
    if (target === null) return;
    if (target.kind === 'lines') {
      follow(linesIn(from, name), rest);
      return;
    }
    const ids = [...new Set(from.flatMap((row) => idIn(row.values[name] ?? null)))];
    load(target.entity, ids);
    const there = known(target.entity);
    const found = ids.flatMap((id) => there.get(id) ?? []);
    follow(found, rest);
  };

  const addRowNeeds = (needs: readonly RowNeed[]): void => {
    for (const [entity, together] of groupBy(needs, (need) => need.entity)) {
      load(
        entity,
        together.map((need) => need.id),
      );
      const there = known(entity);
      for (const [, alike] of groupBy(together, (need) => JSON.stringify(need.paths))) {
        const found = alike.flatMap((need) => there.get(need.id) ?? []);
        for (const path of alike[0]?.paths ?? []) follow(found, path);
      }
    }
  };

  return {
    facts: {
      row: (entity, id) => rows.get(entity)?.get(id),
      taken: (need) => taken.get(uniqueKey(need)),
      upload: (token) => uploads.get(token),
      referrers: (key) => referrers.get(`${key.entity}/${key.id}`),
      answer: (need) => answers.get(need.key),
    },
    add: (needs) => {
      addRowNeeds(needs.rows);
      for (const need of needs.unique) taken.set(uniqueKey(need), isTaken(database, layout, need));
      for (const token of needs.files) uploads.set(token, shelf.upload(token));
      for (const key of needs.referrers)
        referrers.set(`${key.entity}/${key.id}`, countReferrers(database, layout, key));
      for (const need of needs.questions ?? []) answers.set(need.key, ask(need));
    },
    addRows: (entity, found) => {
      const there = known(entity);
      for (const row of found) there.set(row.id, row);
    },
    addReferred: (from) => {
      for (const [entity, alike] of groupBy(from, (row) => row.entity)) {
        for (const name of referencesOf(layout, entity)) follow(alike, [name]);
      }
    },
    without: (keys) => {
      const kept = [...rows].filter(([entity]) => layout.tables.get(entity)?.lines !== true);
      const others = new Map(kept.map(([entity, there]) => [entity, new Map(there)]));
      for (const { entity, id } of keys) others.get(entity)?.delete(id);
      return gather(database, layout, reader, shelf, ask, others);
    },
  };
}

function leadsTo(layout: Layout, entity: string, name: string): { kind: 'record' | 'lines'; entity: string } | null {
  const table = layout.tables.get(entity);
  const column = table?.byName.get(name);
  if (column?.type.kind === 'reference') return { kind: 'record', entity: column.type.entity };
  const list = table?.lists.find((each) => each.name === name);
  return list === undefined ? null : { kind: 'lines', entity: list.entity };
}

function referencesOf(layout: Layout, entity: string): string[] {
  const table = layout.tables.get(entity);
  return [...(table?.byName.values() ?? [])].filter(({ type }) => type.kind === 'reference').map(({ name }) => name);
}

function linesIn(rows: readonly Row[], name: string): Row[] {
  return rows.flatMap((row) => {
    const value = row.values[name];
    return Array.isArray(value) ? (value as Row[]) : [];
  });
}

function idIn(value: Value): string[] {
  return typeof value === 'string' ? [value] : [];
}

function uniqueKey({ entity, field, value, except, with: others }: UniqueNeed): string {
  return JSON.stringify([entity, field, value, except, others]);
}

function isTaken(database: Database, layout: Layout, need: UniqueNeed): boolean {
  const table = layout.tables.get(need.entity);
  if (table === undefined) return false;
  const found = [{ field: need.field, value: need.value }, ...(need.with ?? [])].map(({ field, value }) => {
    const column = table.byName.get(field);
    if (column === undefined || value === null) return null;
    const encoded = column.folded ? foldShadow(value) : encode(value, column.type);
    return { sql: `${identityColumn(column)} = ?`, value: encoded };
  });
  const parts = found.filter((part) => part !== null);
  if (parts.length < found.length) return false;
  const sql = `SELECT 1 FROM ${table.physical} WHERE ${parts.map((part) => part.sql).join(' AND ')} AND deleted_at IS NULL AND id IS NOT ? LIMIT 1`;
  return database.get(sql, [...parts.map(({ value }) => value), need.except]) !== undefined;
}

/** Live records that refer to it by a field that restricts; not itself, and not its own lines, which go along. */
function countReferrers(database: Database, layout: Layout, { entity, id }: RecordKey): Map<string, number> {
  const found = new Map<string, number>();
  for (const table of layout.tables.values()) {
    for (const column of table.columns) {
      if (!column.restricts || column.type.kind !== 'reference' || column.type.entity !== entity) continue;
      const count = Number(database.get(referrerSql(table, column.physical), [id, id, id])?.[0] ?? 0);
      if (count > 0) found.set(`${table.entity}.${column.name}`, count);
    }
  }
  return found;
}

function referrerSql(table: Table, column: string): string {
  return `SELECT count(*) FROM ${table.physical} WHERE ${column} = ? AND deleted_at IS NULL AND id <> ? AND parent IS NOT ?`;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const there = groups.get(key(item));
    if (there === undefined) groups.set(key(item), [item]);
    else there.push(item);
  }
  return groups;
}
