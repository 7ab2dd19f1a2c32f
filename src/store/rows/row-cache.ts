import { weightOf } from '../../fields/registry/row-memory.ts';
import type { Row } from '../../fields/text/value.ts';
import { allAssuming, type DbProgram, type OptimisticRead, type SqlRow } from '../core/db-program.ts';
import type { Layout, Table } from '../core/layout.ts';
import type { RowFreshness } from '../core/row-freshness.ts';
import { idList, type SqlValue } from '../core/storage.ts';
import { EVERY_TABLE } from '../core/table-versions.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import type { RowReader } from './read-rows.ts';

/**
 * Maximum total weight of cached rows. Beyond it, the oldest rows are evicted that were not used since the last pass. A
 * line weighs as much as a row; long texts weigh more.
 */
const MAX_WEIGHT = 10_000;

export interface RowCache extends RowReader {
  /**
   * Returns a reader like the cache itself that confirms every cached row: all rows are as the current transaction sees
   * them. Call it before the transaction begins.
   */
  readonly insideRead: () => RowReader;
  /** For write transactions: returns cached rows if the database has the same version, and caches nothing. */
  readonly insideWrite: RowReader;
  /**
   * Caches a record as it was committed. Calls may come in any order and for any version. `begunAt`: what
   * `RowFreshness.beforeRead` returned before the transaction, if other processes write too.
   */
  readonly committed: (row: Row, begunAt?: number) => void;
}

/** Up to this number of rows, the cached versions are assumed without waiting for the database. */
const MOST_ASSUMED = 8;

interface CachedRow {
  readonly row: Row;
  readonly weight: number;
  /** See `RowFreshness`. */
  stored: number;
  wasUsed: boolean;
}

/** How a reader uses the cache. */
interface ReadMode {
  /** Returns current rows without asking the database. */
  readonly trusts: boolean;
  /** Assumes that the database has the cached versions, instead of waiting for its answer. */
  readonly assumes: boolean;
  /** Caches what was read. */
  readonly caches: boolean;
  /** What `RowFreshness.beforeRead` returned before the transaction began; by default it is called before each read. */
  readonly begunAt?: number;
}

/**
 * Caches rows, and reads a row again only if the database has another version of it; unchanged rows are the same
 * object. Current rows are returned without a query. Use it for committed rows. In a write transaction use
 * `insideWrite`, which caches nothing, since rolled-back rows would stay cached under a version that another write then
 * gets.
 */
export function createRowCache(
  reader: RowReader,
  layout: Layout,
  words: DialectTexts,
  freshness: RowFreshness,
): RowCache {
  // By id alone: records of two entities with the same id replace each other.
  const cache = new Map<string, CachedRow>();
  let turn = cache.entries();
  let size = 0;

  const cachedRow = (entity: string, id: string): CachedRow | undefined => {
    const kept = cache.get(id);
    return kept?.row.entity === entity ? kept : undefined;
  };
  const put = (row: Row, before: number): void => {
    evict(row.id);
    const weight = weightOf(row);
    cache.set(row.id, { row, weight, stored: freshness.afterRead(before), wasUsed: false });
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
  const use = (kept: CachedRow): Row => {
    kept.wasUsed = true;
    return kept.row;
  };
  const confirm = (kept: CachedRow, before: number): Row => {
    kept.stored = freshness.afterRead(before);
    return use(kept);
  };

  const readerIn = ({ trusts, assumes, caches, begunAt }: ReadMode): RowReader => {
    function* readAnew(entity: string, ids: readonly string[], before: number): DbProgram<readonly Row[]> {
      const rows = yield* reader.many(entity, ids);
      if (caches) for (const row of rows) put(row, before);
      return rows;
    }
    return withMany(reader, function* many(entity, ids): DbProgram<readonly Row[]> {
      const table = layout.tables.get(entity);
      if (table === undefined || ids.length === 0) return [];
      const before = begunAt ?? freshness.beforeRead(table.physical);
      const rows: Row[] = [];
      const uncertain: string[] = [];
      let isKnown = false;
      for (const id of ids) {
        const kept = cachedRow(entity, id);
        isKnown ||= kept !== undefined;
        if (trusts && kept !== undefined && freshness.isCurrent(table.physical, kept.row, kept.stored))
          rows.push(use(kept));
        else uncertain.push(id);
      }
      if (uncertain.length === 0) return rows;
      if (!isKnown) return yield* readAnew(entity, uncertain, before);
      const isOne = uncertain.length === 1;
      const sql = `SELECT id, version FROM ${table.physical} WHERE ${isOne ? 'id = ?' : `id ${words.inList('?')}`} AND deleted_at IS NULL`;
      const given = [isOne ? (uncertain[0] ?? '') : idList(uncertain)];
      const versions = yield* allAssuming(sql, given, assumes ? assumptionFor(table, uncertain) : null);
      const changed: string[] = [];
      for (const [id, version] of versions) {
        const kept = cachedRow(entity, String(id));
        if (kept?.row.version === Number(version)) rows.push(assumes ? use(kept) : confirm(kept, before));
        else changed.push(String(id));
      }
      if (changed.length > 0) rows.push(...(yield* readAnew(entity, changed, before)));
      return rows;
    });
  };

  /** The assumption that these rows are as cached; null if one is not cached or there are too many. */
  const assumptionFor = ({ entity, physical }: Table, ids: readonly string[]): OptimisticRead | null => {
    if (ids.length > MOST_ASSUMED) return null;
    const rows: SqlRow[] = [];
    const holds: string[] = [];
    const parameters: SqlValue[] = [];
    for (const id of ids) {
      const kept = cachedRow(entity, id);
      if (kept === undefined) return null;
      rows.push([id, kept.row.version]);
      holds.push(`EXISTS (SELECT 1 FROM ${physical} WHERE id = ? AND version = ? AND deleted_at IS NULL)`);
      parameters.push(id, kept.row.version);
    }
    return { rows, condition: holds.join(' AND '), parameters };
  };

  const { isShared } = freshness;
  return {
    ...readerIn({ trusts: true, assumes: false, caches: true }),
    insideRead: () => {
      const begunAt = freshness.beforeRead(EVERY_TABLE);
      return readerIn({ trusts: false, assumes: false, caches: true, begunAt });
    },
    insideWrite: readerIn({ trusts: !isShared, assumes: isShared, caches: false }),
    committed: (row, begunAt) => {
      const table = layout.tables.get(row.entity);
      if (table !== undefined) put(row, begunAt ?? freshness.beforeRead(table.physical));
    },
  };
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
