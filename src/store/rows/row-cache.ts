import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import { weightOf } from '../../fields/registry/row-memory.ts';
import type { Row } from '../../fields/text/value.ts';
import { allAssuming, type DbProgram, type OptimisticRead, type SqlRow } from '../core/db-program.ts';
import type { Layout } from '../core/layout.ts';
import type { SqlValue } from '../core/storage.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import type { RowReader } from './read-rows.ts';

/**
 * Maximum total weight of cached rows. Beyond it, the oldest rows are evicted that were not used since the last pass. A
 * line weighs as much as a row; long texts weigh more.
 */
const MAX_WEIGHT = 10_000;

/** Returns a number that changes whenever anything may have been written to the table by any process. */
export type TableVersion = (table: string) => number;

export interface RowCache extends RowReader {
  /**
   * Checks with one statement whether all of these records, including missing ones, are as cached. Returns a reader of
   * their state at that moment, which reads anything else from `others`; null if a record changed or is not cached.
   */
  readonly readIfUnchanged: (keys: readonly RecordKey[], others?: RowReader) => DbProgram<RowReader | null>;
  /** For write transactions: returns cached rows if the database has the same version, and caches nothing. */
  readonly insideTransaction: RowReader;
  /** Caches a record as it was committed. Calls may come in any order and for any version. */
  readonly committed: (row: Row) => void;
}

/** Up to this number of rows, the cached versions are assumed without waiting for the database. */
const MOST_ASSUMED = 8;

interface AssumedKey extends RecordKey {
  readonly more: readonly SqlValue[];
}

interface CachedRow {
  readonly row: Row;
  readonly weight: number;
  /** Version of the table for which this row is current; null if there are no table versions. */
  tableVersion: number | null;
  wasUsed: boolean;
}

/**
 * Caches rows, and reads a row again only if the database has another version of it; unchanged rows are the same
 * object. Use it for committed rows. In a write transaction use `inside`, which caches nothing, since rolled-back rows
 * would stay cached under a version that another write then gets. With table versions, an unchanged table version saves
 * the version query.
 */
export function createRowCache(
  reader: RowReader,
  layout: Layout,
  words: DialectTexts,
  mark: TableVersion | null,
): RowCache {
  // By id alone: records of two entities with the same id replace each other.
  const cache = new Map<string, CachedRow>();
  let turn = cache.entries();
  let size = 0;

  const cachedRow = (entity: string, id: string): CachedRow | undefined => {
    const kept = cache.get(id);
    return kept?.row.entity === entity ? kept : undefined;
  };
  const put = (row: Row, at: number | null): void => {
    evict(row.id);
    const weight = weightOf(row);
    cache.set(row.id, { row, weight, tableVersion: at, wasUsed: false });
    size += weight;
    while (size > MAX_WEIGHT) {
      const [oldest, kept] = nextInTurn();
      if (kept.wasUsed) requeue(oldest, kept);
      else evict(oldest);
    }
  };
  /** The iterator is kept: a new iteration over the map would pass all deleted entries at its beginning each time. */
  const nextInTurn = (): [string, CachedRow] => {
    const next = turn.next();
    if (!next.done) return next.value;
    turn = cache.entries();
    return turn.next().value ?? emptyCache();
  };
  const evict = (id: string): void => {
    const kept = cache.get(id);
    if (kept === undefined) return;
    cache.delete(id);
    size -= kept.weight;
  };
  /** Moves the row to the end of the queue. */
  const requeue = (id: string, kept: CachedRow): void => {
    kept.wasUsed = false;
    cache.delete(id);
    cache.set(id, kept);
  };
  /** Marks a row as used. Moving it in the map would cost more than the whole lookup. */
  const use = (kept: CachedRow, at: number | null): Row => {
    kept.tableVersion = at;
    kept.wasUsed = true;
    return kept.row;
  };

  /** Creates a `many` function. `fresh` reads uncached rows, as of this table version. */
  const manyBy = (
    fresh: (entity: string, ids: readonly string[], at: number | null) => DbProgram<readonly Row[]>,
    assumes: boolean,
  ) =>
    function* many(entity: string, ids: readonly string[]): DbProgram<readonly Row[]> {
      const table = layout.tables.get(entity);
      if (table === undefined || ids.length === 0) return [];
      const at = mark === null ? null : mark(table.physical);
      const rows: Row[] = [];
      const uncertain: string[] = [];
      let isKnown = false;
      for (const id of ids) {
        const kept = cachedRow(entity, id);
        isKnown ||= kept !== undefined;
        if (kept !== undefined && at !== null && kept.tableVersion === at) rows.push(use(kept, at));
        else uncertain.push(id);
      }
      if (uncertain.length === 0) return rows;
      if (!isKnown) return yield* fresh(entity, uncertain, at);
      const sql = `SELECT id, version FROM ${table.physical} WHERE ${among(uncertain.length)}`;
      const given = [uncertain.length === 1 ? (uncertain[0] ?? '') : JSON.stringify(uncertain)];
      const assumption = assumes ? assumptionFor(uncertain.map((id) => ({ entity, id, more: [] }))) : null;
      const versions = yield* allAssuming(sql, given, assumption);
      const changed: string[] = [];
      for (const [id, version] of versions) {
        const kept = cachedRow(entity, String(id));
        if (kept?.row.version === Number(version)) rows.push(use(kept, at));
        else changed.push(String(id));
      }
      if (changed.length > 0) rows.push(...(yield* fresh(entity, changed, at)));
      return rows;
    };

  function* fresh(entity: string, ids: readonly string[], at: number | null): DbProgram<readonly Row[]> {
    const rows = yield* reader.many(entity, ids);
    for (const row of rows) put(row, at);
    return rows;
  }

  /**
   * The assumption that these rows are as cached; null if one is not cached or there are too many. Each resulting row
   * begins with `more`.
   */
  const assumptionFor = (keys: readonly AssumedKey[]): OptimisticRead | null => {
    if (mark !== null || keys.length > MOST_ASSUMED) return null;
    const rows: SqlRow[] = [];
    const holds: string[] = [];
    const parameters: SqlValue[] = [];
    for (const { entity, id, more } of keys) {
      const kept = cachedRow(entity, id);
      const table = layout.tables.get(entity);
      if (kept === undefined || table === undefined) return null;
      rows.push([...more, id, kept.row.version]);
      holds.push(`EXISTS (SELECT 1 FROM ${table.physical} WHERE id = ? AND version = ? AND deleted_at IS NULL)`);
      parameters.push(id, kept.row.version);
    }
    return { rows, condition: holds.join(' AND '), parameters };
  };

  const many = manyBy(fresh, false);
  const inside = withMany(reader, manyBy(reader.many, true));

  function* unchanged(keys: readonly RecordKey[], others: RowReader = outside): DbProgram<RowReader | null> {
    const byEntity = Map.groupBy(keys, ({ entity }) => entity);
    const parts: string[] = [];
    const ids: string[] = [];
    const assumedKeys: AssumedKey[] = [];
    for (const [entity, alike] of byEntity) {
      const table = layout.tables.get(entity);
      if (table === undefined) return null;
      parts.push(`SELECT ${parts.length}, id, version FROM ${table.physical} WHERE ${among(alike.length)}`);
      ids.push(alike.length === 1 ? (alike[0]?.id ?? '') : JSON.stringify(alike.map(({ id }) => id)));
      for (const { id } of alike) assumedKeys.push({ entity, id, more: [parts.length - 1] });
    }
    if (parts.length === 0) return null;
    const entities = [...byEntity.keys()];
    const rowsById = new Map<string, Row>();
    const assumption = others === inside ? assumptionFor(assumedKeys) : null;
    for (const [part, id, version] of yield* allAssuming(parts.join(' UNION ALL '), ids, assumption)) {
      const kept = cachedRow(entities[Number(part)] ?? '', String(id));
      if (kept?.row.version !== Number(version)) return null;
      rowsById.set(kept.row.id, use(kept, null));
    }
    const checked = new Map([...byEntity].map(([entity, alike]) => [entity, new Set(alike.map(({ id }) => id))]));
    return withMany(reader, (entity, wanted) =>
      manyOf({ rowsById: rowsById, checked: checked, others: others }, entity, wanted),
    );
  }

  const among = (count: number) => `${count === 1 ? 'id = ?' : `id ${words.inList('?')}`} AND deleted_at IS NULL`;

  const outside = withMany(reader, many);
  const committed = (row: Row) => put(row, null);
  return { ...outside, readIfUnchanged: unchanged, insideTransaction: inside, committed };
}

/** The rows found by one version check, out of the records checked; other records are read by `others`. */
interface CheckedRows {
  readonly rowsById: ReadonlyMap<string, Row>;
  readonly checked: ReadonlyMap<string, ReadonlySet<string>>;
  readonly others: RowReader;
}

function* manyOf(
  { rowsById, checked, others }: CheckedRows,
  entity: string,
  wanted: readonly string[],
): DbProgram<readonly Row[]> {
  const unchecked = wanted.filter((id) => checked.get(entity)?.has(id) !== true);
  const rows = wanted.flatMap((id) => {
    const row = rowsById.get(id);
    return row?.entity === entity ? row : [];
  });
  return unchecked.length === 0 ? rows : [...rows, ...(yield* others.many(entity, unchecked))];
}

/** Returns a reader whose `one` uses `many`. */
function withMany(reader: RowReader, many: RowReader['many']): RowReader {
  return { ...reader, many, one: (entity, id) => onlyOf(many(entity, [id])) };
}

function* onlyOf(many: DbProgram<readonly Row[]>): DbProgram<Row | null> {
  return (yield* many)[0] ?? null;
}

function emptyCache(): never {
  throw new Error('Rows weigh something though none is kept.');
}
