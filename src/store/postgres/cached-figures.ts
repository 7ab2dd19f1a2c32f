import { all, type DbProgram, get, type SqlRow } from '../core/db-program.ts';
import { createResultCache } from '../core/result-cache.ts';
import type { SqlValue } from '../core/storage.ts';
import type { Transactions } from './postgres-transactions.ts';

const MAX_ENTRIES = 1_000;
/** Results with more groups are not cached. */
const MAX_ROWS = 500;
/** Milliseconds for which a result may be used; the changes that would make it outdated are stored for longer. */
const MAX_AGE = 30 * 60 * 1000;

interface Figures {
  readonly rows: readonly SqlRow[];
  /** The snapshot that was read, as PostgreSQL prints it. */
  readonly snapshot: string;
  readonly at: number;
}

type Read = (sql: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/**
 * Returns a function that reads figures, or returns those read before if no write of any node was committed since: each
 * write stores its changes, so one query by transaction finds out. `limited`: limits how many are read at once.
 */
export function createCachedFigures(
  transactions: Transactions,
  limited: <T>(work: () => Promise<T>) => Promise<T>,
): Read {
  const cache = createResultCache<Figures>(MAX_ENTRIES, ({ rows }) => rows.length <= MAX_ROWS);
  const isCurrent = async ({ snapshot, at }: Figures): Promise<boolean> =>
    performance.now() - at < MAX_AGE && !(await transactions.quick(() => hasChangedSince(snapshot)));
  return async (sql, values) => {
    const compute = () => limited(() => transactions.read(() => readFigures(sql, values)));
    return (await cache.get(JSON.stringify([sql, values]), isCurrent, compute)).rows;
  };
}

function* readFigures(sql: string, values: readonly SqlValue[]): DbProgram<Figures> {
  const at = performance.now();
  const [snapshot] = (yield* get('SELECT pg_current_snapshot()::text')) ?? [];
  return { rows: yield* all(sql, values), snapshot: String(snapshot), at };
}

function* hasChangedSince(snapshot: string): DbProgram<boolean> {
  const changed = yield* get(
    `SELECT 1 FROM changes WHERE transaction >= pg_snapshot_xmin(CAST(? AS pg_snapshot))::text::bigint
     AND NOT pg_visible_in_snapshot(transaction::text::xid8, CAST(? AS pg_snapshot)) LIMIT 1`,
    [snapshot, snapshot],
  );
  return changed !== undefined;
}
