import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreError } from '../core/store-error.ts';
import type { Database } from './sqlite-database.ts';

/**
 * Makes commits of a connection durable. A committed change is visible at once to all connections, but nobody may be
 * told that it is stored before `stored` resolves.
 */
export interface DurableCommits {
  /**
   * Resolves once everything committed so far is on disk; rejects with a `StoreError` if that is uncertain. `writes`:
   * number of writes committed together whose clients wait.
   */
  readonly whenDurable: (writes?: number) => Promise<void>;
  /** Runs `work` and waits until its commits are durable; does not wait if it only read. */
  readonly runDurably: <T>(work: () => T) => Promise<T>;
  /** Closes the file after pending work. */
  readonly close: () => Promise<void>;
}

/** Syncs a file to disk, including bytes written through other handles. Both methods throw on failure. */
export interface Disk {
  readonly syncNow: (handle: number) => void;
  /** Syncs without blocking the thread. */
  readonly sync: (handle: number) => Promise<void>;
}

export const realDisk: Disk = { syncNow: fdatasyncSync, sync: promisify(fdatasync) };

/**
 * Milliseconds: after one sync took `SLOW_SYNC_MS`, syncs run off the thread for `OFF_THREAD_MS`, so that a slow disk does not block
 * readers.
 */
const SLOW_SYNC_MS = 20;
const OFF_THREAD_MS = 10_000;
/**
 * From this number of simultaneous writes on, other requests are likely waiting that can be answered during the sync.
 */
const MANY_WRITES = 3;

/** `file` is the database file in WAL mode; its connection does not sync on commit. */
export function createDurableCommits(file: string, database: Database, disk: Disk = realDisk): DurableCommits {
  let handle: number | null = null;
  let durableWrites = database.writes();
  let running: Promise<void> | null = null;
  let isSuspect = false;
  let slowUntil = 0;

  /** Off-thread syncing costs more than a fast blocking sync if no other request is waiting. */
  const isWaitedForHere = (at: number, writes: number): boolean => at >= slowUntil && writes < MANY_WRITES;
  /**
   * `since`: start of a sync whose duration measures the disk; null for off-thread syncs of a fast disk, whose duration
   * depends on how busy the thread was.
   */
  const reach = (reached: number, since: number | null): void => {
    durableWrites = Math.max(durableWrites, reached);
    isSuspect = false;
    const now = performance.now();
    if (since !== null && now - since >= SLOW_SYNC_MS) slowUntil = now + OFF_THREAD_MS;
  };
  const suspect = (cause: unknown): StoreError => {
    isSuspect = true;
    slowUntil = performance.now() + OFF_THREAD_MS;
    return unsure(cause);
  };
  /** Returns null if the sync is already done. */
  const begin = (writes: number): Promise<void> | null => {
    const reached = database.writes();
    const begun = performance.now();
    try {
      handle ??= openSync(`${file}-wal`, 'r+');
      if (!isSuspect && !isWaitedForHere(begun, writes)) return end(disk.sync(handle), reached, begun);
      if (isSuspect) writtenAnew(database);
      disk.syncNow(handle);
      reach(reached, begun);
      return null;
    } catch (cause) {
      throw suspect(cause);
    }
  };
  const end = async (synced: Promise<void>, reached: number, begun: number): Promise<void> => {
    try {
      await synced;
      reach(reached, begun < slowUntil ? begun : null);
    } catch (cause) {
      throw suspect(cause);
    } finally {
      running = null;
    }
  };
  const stored = async (writes = 1): Promise<void> => {
    const asked = database.writes();
    // A running sync may have begun before this commit.
    while (durableWrites < asked) {
      running ??= begin(writes);
      if (running !== null) await running;
    }
  };
  return {
    whenDurable: stored,
    runDurably: async (work) => {
      const before = database.writes();
      const result = work();
      if (database.writes() !== before) await stored();
      return result;
    },
    close: async () => {
      await running?.catch(() => undefined);
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/**
 * After a failed sync the operating system may consider lost pages as written and report success next time. So all
 * pages are written again, into the database file, and the log is truncated; then only a sync is missing.
 */
function writtenAnew(database: Database): void {
  const [patience] = database.get('PRAGMA busy_timeout', []) ?? [];
  try {
    // Does not wait for other connections.
    database.exec('PRAGMA busy_timeout = 0');
    const [isHindered] = database.get('PRAGMA wal_checkpoint(TRUNCATE)', []) ?? [];
    if (isHindered !== 0) throw new Error('the log could not be written over, since somebody else is at it');
  } finally {
    database.exec(`PRAGMA busy_timeout = ${Number(patience)}`);
  }
}

const unsure = (cause: unknown): StoreError =>
  new StoreError(
    'failed',
    `The disk did not confirm a change (${cause instanceof Error ? cause.message : String(cause)}), so it may be stored or not: look at the disk and at the record, then try again.`,
    { cause },
  );
