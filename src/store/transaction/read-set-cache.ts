import type { Facts, Needs, RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { DbProgram } from '../core/db-program.ts';
import type { RowReader } from '../rows/read-rows.ts';
import type { RowCache } from '../rows/row-cache.ts';
import { type FactLoader, loadMissing, textOfPaths } from './load-facts.ts';

/** Returns further needs once the first facts are loaded. */
export type More = (facts: Facts) => Needs | null;

/** Maximum number of cached read sets. The oldest is evicted first. */
const MOST_READ_SETS = 1_000;

/**
 * Remembers which records each load read (its read set). A repeated load checks with one statement whether all of them
 * are unchanged. One statement reads a consistent state, so no transaction is needed.
 */
export interface ReadSetCache {
  readonly of: (needs: Needs) => CachedReadSet;
}

interface CachedReadSet {
  /** Read set of the last load, if these needs led only to records; null if it is not known. */
  readonly before: readonly RecordKey[] | null;
  readonly learn: (gathering: FactLoader) => void;
}

export function createReadSetCache(): ReadSetCache {
  const readSets = new Map<string, readonly RecordKey[]>();
  const learn = (key: string, records: readonly RecordKey[] | null): void => {
    if (records !== null && records.length > 0) readSets.set(key, records);
    else readSets.delete(key);
    if (readSets.size <= MOST_READ_SETS) return;
    const [oldest] = readSets.keys();
    if (oldest !== undefined) readSets.delete(oldest);
  };
  return {
    of: (needs) => {
      if (!isRowsAlone(needs)) return UNCACHED;
      const key = keyOf(needs);
      return { before: readSets.get(key) ?? null, learn: (gathering) => learn(key, gathering.readSet()) };
    },
  };
}

const UNCACHED: CachedReadSet = { before: null, learn: () => undefined };

/** For databases where checking costs as much as loading. */
export const NO_READ_SETS: ReadSetCache = { of: () => UNCACHED };

interface CacheSources {
  readonly rowCache: RowCache;
  readonly gatherRead: (reader: RowReader) => FactLoader;
}

/** Returns the facts if nothing in the read set changed and nothing else is needed; else null. */
export function* loadFromReadSet(
  { rowCache, gatherRead }: CacheSources,
  keys: readonly RecordKey[],
  needs: Needs,
  more: More | undefined,
): DbProgram<Facts | null> {
  const reader = yield* rowCache.readIfUnchanged(keys);
  if (reader === null) return null;
  const gathering = gatherRead(reader);
  const steps = loadFacts(gathering, needs, more);
  // Anything it would still have to query would be of another moment.
  if (steps.next().done !== true) return null;
  return gathering.facts;
}

export function* loadFacts(gathering: FactLoader, needs: Needs, more: More | undefined): DbProgram<FactLoader> {
  yield* gathering.add(needs);
  yield* loadMissing(gathering, more);
  return gathering;
}

interface TransactionSources {
  readonly rowCache: RowCache;
  readonly readSets: ReadSetCache;
  readonly gather: (reader: RowReader) => FactLoader;
}

/**
 * Loads facts at the beginning of a write transaction: of records that are unchanged since they were cached, only the
 * version is read. The version is written with every part of a record, so a concurrent change still conflicts.
 */
export function* loadFactsInTransaction(
  { rowCache, readSets, gather }: TransactionSources,
  needs: Needs,
  more: More | undefined,
): DbProgram<FactLoader> {
  const { before, learn } = readSets.of(needs);
  const reader = before === null ? null : yield* rowCache.readIfUnchanged(before, rowCache.insideTransaction);
  const gathering = yield* loadFacts(gather(reader ?? rowCache.insideTransaction), needs, more);
  learn(gathering);
  return gathering;
}

function keyOf({ rows }: Needs): string {
  let key = '';
  for (const { entity, id, paths } of rows) {
    key += `${id.length} ${id}${entity} ${textOfPaths(paths)}`;
  }
  return key;
}

function isRowsAlone(needs: Needs): boolean {
  if (needs.rows.length === 0) return false;
  for (const kind in needs) {
    if (kind !== 'rows' && (needs[kind as keyof Needs]?.length ?? 0) > 0) return false;
  }
  return true;
}
