import type { ListPlan, PlanPrincipal } from '../../engine/query/list-plan.ts';
import { type BlobStore, layeredBlobs, type OpenBucket } from '../core/blob-store.ts';
import { createCachedFigures } from '../core/cached-figures.ts';
import { limitConcurrency } from '../core/concurrency-limit.ts';
import { all, type DbProgram } from '../core/db-program.ts';
import { createTimers } from '../core/due-timers.ts';
import { readMeta } from '../core/meta-table.ts';
import { freshnessByTable } from '../core/row-freshness.ts';
import type { SqlValue } from '../core/storage.ts';
import type { ChangedRecord, ListResult, Store } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { readComments } from '../rows/comment-rows.ts';
import { createDeliveries } from '../rows/delivery-rows.ts';
import { clearHistory } from '../rows/erasure.ts';
import { bucketFolder, dropStaleRows, findFile } from '../rows/file-rows.ts';
import { markRead, readAuthority, readHistory, readInbox, readOutbox } from '../rows/history-log.ts';
import { createKeyring } from '../rows/key-rows.ts';
import { purgeRows } from '../rows/purge.ts';
import { createSavedViews } from '../rows/saved-view-rows.ts';
import { createFiles } from '../rows/stored-files.ts';
import { ownSecret, prepareOwnTables } from '../schema/catalog-table.ts';
import { sqlite } from '../sql/sqlite-dialect.ts';
import {
  type AppliedState,
  applyDocument,
  createAppliedState,
  documentText,
  findIdBy,
} from '../transaction/applied-document.ts';
import { createChangeFeed } from '../transaction/change-feed.ts';
import { loadFacts } from '../transaction/load-facts.ts';
import { dropOldAnswers, performBatch } from '../transaction/perform-write.ts';
import { affectedRecordKeys } from '../transaction/recompute.ts';
import { createDurableCommits, type Disk, type DurableCommits } from './durable-commit.ts';
import { type Folder, lockFolder } from './exclusive-folder.ts';
import { createLongWrites } from './long-writes.ts';
import { createReadWorkers, MOST_FIGURES, type ReadWorkers } from './read-workers.ts';
import { inTransaction, runSync } from './run-program.ts';
import { type Database, isBusy, openDatabase, refuseUnsafeVersion, sqliteVersion } from './sqlite-database.ts';
import { folderBlobs } from './sqlite-files.ts';
import { createWriteQueue, failed } from './write-queue.ts';

/**
 * Opens the data in a folder that no other process may have open. Rejects with a `StoreError` whose message is a
 * sentence for people. Until a document is applied, every method about records rejects with `no document`.
 */
export async function openSqlite(options: {
  readonly folder: string;
  /** Receives the text of each statement before it runs, without parameters: for tests and for finding slow lists. */
  readonly trace?: (sql: string) => void;
  /** Bucket for new files, opened with the folder of this data; without it, files are stored beside the database. */
  readonly bucket?: OpenBucket | null;
  /** The disk for the database log: for tests of failing disks. */
  readonly disk?: Disk;
  /** Milliseconds of CPU time that a person's condition may take: for tests. */
  readonly readLimit?: number;
}): Promise<Store> {
  refuseUnsafeVersion(sqliteVersion());
  const folder = lockFolder(options.folder);
  try {
    const database = openDatabase(folder.database, options.trace, 'early');
    try {
      inTransaction(database, prepareOwnTables(sqlite.words));
      const { bucket = null } = options;
      const secret = inTransaction(database, ownSecret());
      const own = inTransaction(database, bucketFolder(bucket !== null));
      const beside = folderBlobs(folder.files);
      const blobs = own === null || bucket === null ? beside : layeredBlobs(bucket(own), beside);
      const connect = () => openDatabase(folder.database, options.trace);
      const durable = createDurableCommits(folder.database, database, options.disk);
      const workers = createReadWorkers({ file: folder.database, limit: options.readLimit, trace: options.trace });
      return storeOver({ database, durable, connect, workers, folder, shelf: blobs, secret });
    } catch (cause) {
      database.close();
      throw cause;
    }
  } catch (cause) {
    folder.release();
    throw asStoreError(cause);
  }
}

function asStoreError(cause: unknown): unknown {
  if (cause instanceof StoreError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError('failed', `The data can't be opened (${why}): restore a copy, or name another folder.`, {
    cause,
  });
}

interface Over {
  readonly database: Database;
  readonly durable: DurableCommits;
  /** Opens another connection to the database. */
  readonly connect: () => Database;
  readonly folder: Folder;
  readonly shelf: BlobStore;
  readonly secret: string;
  readonly workers: ReadWorkers;
}

/** A stated list that took more CPU time, in milliseconds, this many times is read on worker threads from then on. */
const [SLOW_MS, SLOW_TIMES] = [5, 3];

function storeOver({ database, durable, connect, folder, shelf: blobs, secret, workers }: Over): Store {
  const feed = createChangeFeed();
  let current: (AppliedState & { readonly database: Database }) | null = null;
  let isClosed = false;

  const open = (): void => {
    if (isClosed) throw new StoreError('closed', 'The data is closed: this program is shutting down.');
  };
  const ground = (): AppliedState & { readonly database: Database } => {
    open();
    if (current === null)
      throw new StoreError('no document', 'No document was applied to the data yet: apply one first.');
    return current;
  };
  const { whenDurable, runDurably } = durable;
  const queue = createWriteQueue({ ground, publish: feed.publish, whenDurable, isHeld: () => long.isOpen() });
  const long = createLongWrites({ connect, others: database, flush: () => queue.flush() });

  const now = <T>(steps: DbProgram<T>): T => runSync(database, steps);

  /** How often stated lists took long, by key. Those that people compose may always take long. */
  const slow = new Map<string, number>();

  const onWorker = async <T>(steps: (on: AppliedState) => DbProgram<T>): Promise<T> => {
    const on = ground();
    try {
      return await workers.run(steps(on));
    } catch (cause) {
      // Another document may have been applied meanwhile, with other tables.
      if (isClosed || ground() === on) throw cause;
      return workers.run(steps(ground()));
    }
  };
  const readApart = (sql: string, values: readonly SqlValue[]) => onWorker(() => all(sql, values));
  const few = limitConcurrency(MOST_FIGURES);
  const figures = createCachedFigures(database.mark, (sql, values) => few(() => readApart(sql, values)));
  const totals = createCachedFigures(database.mark, readApart);
  const listApart = async (plan: ListPlan, asker: PlanPrincipal): Promise<ListResult> => {
    const counting = now(ground().lister.boundCount(plan, asker));
    if (counting === null) return onWorker(({ lister }) => lister.list(plan, asker));
    const [page, counted] = await Promise.all([
      onWorker(({ lister }) => lister.list({ ...plan, maxCount: 0 }, asker)),
      totals(counting.sql, counting.values),
    ]);
    return { ...page, total: counting.totalOf(counted) };
  };
  const listHere = (plan: ListPlan, asker: PlanPrincipal): ListResult => {
    const begun = process.threadCpuUsage();
    const found = now(ground().lister.list(plan, asker));
    const { user, system } = process.threadCpuUsage(begun);
    if (user + system > SLOW_MS * 1000) slow.set(plan.key, (slow.get(plan.key) ?? 0) + 1);
    return found;
  };

  const alone = async <T>(steps: () => DbProgram<T>): Promise<T> => {
    for (;;) {
      open();
      try {
        return await runDurably(() => now(steps()));
      } catch (cause) {
        if (!long.isOpen() || !isBusy(cause)) throw cause;
        await long.over();
      }
    }
  };
  const files = createFiles(blobs, alone, sqlite.words);

  const close = async (): Promise<void> => {
    await long.over();
    queue.flush();
    isClosed = true;
    await queue.whenReported();
    feed.end();
    await durable.close();
    await workers.close();
    database.close();
    folder.release();
  };
  let closing: Promise<void> | null = null;

  return {
    secret,
    tokenBuckets: null,
    signals: null,
    keys: createKeyring(alone, sqlite.words, database.mark),
    deliveries: createDeliveries(alone, sqlite.words, () => ground().layout),
    timers: createTimers(alone, () => ground().layout),
    views: createSavedViews(alone),
    write: (request) => queue.write(request),
    writeTogether: async (batch) => {
      open();
      try {
        const tell = ({ changes }: { readonly changes: readonly ChangedRecord[] }) => {
          if (changes.length > 0) feed.publish(changes);
        };
        const { outcome } = await long.work(() => performBatch(ground(), batch), tell);
        await whenDurable();
        return outcome;
      } catch (cause) {
        throw cause instanceof StoreError ? cause : failed(cause);
      }
    },
    list: async (plan, asker) =>
      plan.hasOwnConditions === true || (slow.get(plan.key) ?? 0) >= SLOW_TIMES
        ? listApart(plan, asker)
        : listHere(plan, asker),
    aggregate: async (plan, asker) => {
      const bound = now(ground().lister.boundAggregate(plan, asker));
      if (bound === null) return [];
      return bound.rowsOf(await figures(bound.sql, bound.values));
    },
    deleted: async (plan, asker) => now(ground().lister.deleted(plan, asker)),
    load: async (needs, more) => now(loadFacts(ground().gatherCached(), needs, more)).facts,
    affectedRecords: async (readers, limit) => now(affectedRecordKeys(ground(), readers, limit)),
    people: async (entity, limit) => now(ground().reader.first(entity, limit)),
    findBy: async (entity, field, value) => {
      const { layout, reader } = ground();
      const id = now(findIdBy(layout, entity, field, value));
      return id === null ? null : now(reader.one(entity, id));
    },
    history: async (key, limit) => now(readHistory(ground().layout, key, limit)),
    comments: async (plan) => now(readComments(ground().layout, plan)),
    authority: async (limit) => {
      open();
      return now(readAuthority(limit));
    },
    inbox: async (person, limit) => now(readInbox(ground().layout, person, limit)),
    markInboxRead: (person, ids) => alone(() => markRead(person, ids, sqlite.words)),
    outbox: async (key, limit) => now(readOutbox(ground().layout, key, limit)),
    addUpload: files.add,
    receiveUpload: files.receive,
    copyUpload: files.copy,
    openFile: files.open,
    file: async (token) => {
      open();
      return now(findFile(token, current?.layout ?? null));
    },
    dropStaleUploads: async (at) => {
      await alone(() => dropOldAnswers(at));
      const stale = await alone(() => dropStaleRows(at));
      await files.remove(stale);
      return stale.length;
    },
    sweepFiles: files.sweep,
    purge: async (before) => {
      await long.over();
      const { layout } = ground();
      const purged = () => inTransaction(database, purgeRows(layout, before, sqlite.words), () => true);
      const { records, disks } = await runDurably(purged);
      await files.remove(disks);
      return records;
    },
    clearHistory: async (before) => {
      await long.over();
      return runDurably(() => inTransaction(database, clearHistory(before), () => true));
    },
    check: async () => {
      open();
      now(readMeta('format'));
      await blobs.check();
    },
    applied: async () => {
      open();
      const hash = now(readMeta('applied'));
      return hash === null ? null : { hash, text: now(documentText(hash)) ?? '' };
    },
    document: async (hash) => {
      open();
      return now(documentText(hash));
    },
    apply: async (model, hash, text, settling, timing) => {
      await long.over();
      open();
      queue.flush();
      const freshness = freshnessByTable(database.mark);
      const under = { hash, settling: settling ?? null, timing: timing ?? null, dialect: sqlite, freshness };
      const { outcome, layout } = inTransaction(
        database,
        applyDocument({ model, hash, text }, under),
        (applied) => applied.outcome.applied,
      );
      if (layout !== null) current = { ...createAppliedState(layout, under), database };
      await whenDurable();
      return outcome;
    },
    duringRequest: (work) => work(),
    subscribe: feed.subscribe,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
