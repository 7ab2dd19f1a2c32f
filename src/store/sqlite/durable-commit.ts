import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreError } from '../core/store-error.ts';
import type { Database } from './sqlite-database.ts';

/**
 * Puts what a connection committed on the disk. What is committed can be read at once, by the connection and by others;
 * nobody may be told that it is stored before `stored` says so.
 */
export interface Durable {
  /**
   * Resolves once everything that was committed so far is on the disk; rejects with a `StoreError` where that is not sure.
   * `writes`: of so many that were committed together somebody waits.
   */
  readonly stored: (writes?: number) => Promise<void>;
  /** The same of what `work` commits; what only reads waits for nothing. */
  readonly storing: <T>(work: () => T) => Promise<T>;
  /** Lets go of the file, once nothing is under way. */
  readonly close: () => Promise<void>;
}

/** What puts the bytes of a file on the disk, those too that came through another handle; both throw where it can't. */
export interface Disk {
  readonly syncNow: (handle: number) => void;
  /** The same while everybody else goes on. */
  readonly sync: (handle: number) => Promise<void>;
}

export const realDisk: Disk = { syncNow: fdatasyncSync, sync: promisify(fdatasync) };

/** Milliseconds: a disk that took as long even once is waited for elsewhere for a while, so that it holds up nobody who reads. */
const LONG = 20;
const A_WHILE = 10_000;
/** Where so many wrote together, others are likely to have sent what can be read and looked up meanwhile. */
const SEVERAL = 3;

/** `file`: the database, in WAL mode, whose connection itself does not wait for the disk when it commits. */
export function durableOver(file: string, database: Database, disk: Disk = realDisk): Durable {
  let handle: number | null = null;
  let sure = database.writes();
  let running: Promise<void> | null = null;
  let isSuspect = false;
  let slowUntil = 0;

  /** To hand over a disk that answers at once costs more than to wait for it, where nobody has anything else to do. */
  const isWaitedForHere = (at: number, writes: number): boolean => at >= slowUntil && writes < SEVERAL;
  /** `since`: how long it took says something of the disk; of a quick one elsewhere it says how busy everybody was. */
  const reach = (reached: number, since: number | null): void => {
    sure = Math.max(sure, reached);
    isSuspect = false;
    const now = performance.now();
    if (since !== null && now - since >= LONG) slowUntil = now + A_WHILE;
  };
  const suspect = (cause: unknown): StoreError => {
    isSuspect = true;
    slowUntil = performance.now() + A_WHILE;
    return unsure(cause);
  };
  /** Null: it is done. */
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
    // What is under way may have begun too early for this.
    while (sure < asked) {
      running ??= begin(writes);
      if (running !== null) await running;
    }
  };
  return {
    stored,
    storing: async (work) => {
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
 * After a failure the system may hold for stored what is not, and would say so when asked again. So everything is written
 * anew, into the database itself, and the log begins again behind nothing; what is left is to make that sure.
 */
function writtenAnew(database: Database): void {
  const [patience] = database.get('PRAGMA busy_timeout', []) ?? [];
  try {
    // Nobody else waits for whoever is in the way.
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
