import type { ListPlan, PlanPrincipal } from '../../engine/query/list-plan.ts';
import { type BlobStore, layeredBlobs, type OpenBucket } from '../core/blob-store.ts';
import { type CachedFigures, createCachedFigures } from '../core/cached-figures.ts';
import { limitConcurrency } from '../core/concurrency-limit.ts';
import { all, allAssuming, type DbProgram } from '../core/db-program.ts';
import { createTimers } from '../core/due-timers.ts';
import { readMeta } from '../core/meta-table.ts';
import { createTokenBuckets, dropOldCounts } from '../core/request-counts.ts';
import type { SqlValue } from '../core/storage.ts';
import type { ListResult, Store } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { EVERY_TABLE } from '../core/table-versions.ts';
import { readComments } from '../rows/comment-rows.ts';
import { createDeliveries } from '../rows/delivery-rows.ts';
import { clearHistory } from '../rows/erasure.ts';
import { bucketFolder, dropStaleRows, findFile } from '../rows/file-rows.ts';
import { markRead, readAuthority, readHistory, readInbox, readOutbox } from '../rows/history-log.ts';
import { createKeyring } from '../rows/key-rows.ts';
import { purgeRows } from '../rows/purge.ts';
import { createSavedViews } from '../rows/saved-view-rows.ts';
import { createFiles } from '../rows/stored-files.ts';
import { ownSecret } from '../schema/catalog-table.ts';
import { postgres } from '../sql/postgres-dialect.ts';
import {
  type AppliedState,
  applyDocument,
  createAppliedState,
  documentText,
  findIdBy,
} from '../transaction/applied-document.ts';
import { type ChangeFeed, createChangeFeed } from '../transaction/change-feed.ts';
import { loadFacts } from '../transaction/load-facts.ts';
import {
  cacheCommitted,
  documentChanged,
  dropOldAnswers,
  type Performed,
  performBatch,
  performWrite,
} from '../transaction/perform-write.ts';
import { affectedRecordKeys } from '../transaction/recompute.ts';
import { type ChangeChannel, openChangeChannel } from './change-channel.ts';
import { type CommitKey, dropOldChanges, storeChanges, versionsOf, wasCommitted } from './change-log.ts';
import { createKnownChanges, type KnownChanges } from './known-changes.ts';
import { type Connections, createConnections } from './postgres-connections.ts';
import { asStoreError } from './postgres-failures.ts';
import { postgresBlobs } from './postgres-files.ts';
import { createTransactions, type Transactions } from './postgres-transactions.ts';
import { checkSchema, prepareSchema } from './prepare-schema.ts';
import { createRequestScopes } from './request-scope.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** One store is one schema; several organisations use several schemas. Letters, digits and `_`. */
  readonly schema?: string;
  /** Maximum number of connections of this process. */
  readonly maxConnections?: number;
  /** Receives the text of each statement before it runs, without parameters: for tests and for finding slow lists. */
  readonly trace?: (sql: string) => void;
  /** Bucket for new files, opened with the folder of this data; without it, files are stored in the database. */
  readonly bucket?: OpenBucket | null;
}

/**
 * Opens the data in a PostgreSQL database, which any number of nodes may have open at a time. Rejects with a
 * `StoreError` whose message is a sentence for people. Until a document is applied, every method about records rejects
 * with `no document`.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, schema = 'ninefold', maxConnections = 10, trace, bucket = null } = options;
  checkSchema(schema);
  const connections = createConnections({ url, schema, maxConnections, ...(trace === undefined ? {} : { trace }) });
  return openPostgresOver(connections, schema, bucket);
}

/** Like `openPostgres`, over connections that the caller created. */
export async function openPostgresOver(
  connections: Connections,
  schema: string,
  bucket: OpenBucket | null = null,
): Promise<Store> {
  const transactions = createTransactions(connections);
  const feed = createChangeFeed();
  const known = createKnownChanges();
  try {
    const { own, secret } = await prepareSchema(transactions, schema, function* () {
      return { own: yield* bucketFolder(bucket !== null), secret: yield* ownSecret() };
    });
    const inside = postgresBlobs(transactions);
    const blobs = own === null || bucket === null ? inside : layeredBlobs(bucket(own), inside);
    const channel = await openChangeChannel({
      connections,
      transactions,
      channel: `ninefold_${schema}`,
      known,
      wantsRecords: feed.wantsOthers,
      publish: feed.publish,
    });
    return storeOver({ connections, transactions, known, channel, feed, blobs, secret });
  } catch (cause) {
    await connections.close();
    throw asStoreError(cause);
  }
}

/** Maximum number of concurrent queries that people composed: half of the usual number of connections. */
const MOST_ASKED = 5;

// The lock is requested before anything is read, so that all reads happen after it was granted. Writers share it: a
// document is applied while nobody writes, and a write that waited for that sees the new document. Sequential scans are
// disabled because a scan counts as reading the whole table, so any write elsewhere in it would conflict.
const WRITING = [
  'BEGIN ISOLATION LEVEL SERIALIZABLE',
  'SET LOCAL enable_seqscan = off',
  'LOCK TABLE meta IN ROW SHARE MODE',
];
const APPLIED = "SELECT value FROM meta WHERE key = 'applied'";
const IS_APPLIED = "EXISTS (SELECT 1 FROM meta WHERE key = 'applied' AND value = ?)";
const APPLYING = [
  'BEGIN ISOLATION LEVEL SERIALIZABLE',
  'SET LOCAL statement_timeout = 0',
  'LOCK TABLE meta IN EXCLUSIVE MODE',
];
const SWEEPING = ['BEGIN ISOLATION LEVEL SERIALIZABLE'];

interface Over {
  readonly connections: Connections;
  readonly transactions: Transactions;
  readonly known: KnownChanges;
  readonly channel: ChangeChannel;
  readonly feed: ChangeFeed;
  readonly blobs: BlobStore;
  readonly secret: string;
}

function storeOver(over: Over): Store {
  const { connections, transactions, known, channel, feed, blobs, secret } = over;
  const requests = createRequestScopes(channel.check);
  let commits = 0;
  let current: AppliedState | null = null;
  let isClosed = false;
  const running = new Set<Promise<unknown>>();

  const open = (): void => {
    if (isClosed) throw new StoreError('closed', 'The data is closed: this program is shutting down.');
  };
  const ground = (): AppliedState => {
    open();
    if (current === null)
      throw new StoreError('no document', 'No document was applied to the data yet: apply one first.');
    return current;
  };
  /** Runs work that `close` waits for. */
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    open();
    const doing = work();
    running.add(doing);
    try {
      return await doing;
    } finally {
      running.delete(doing);
    }
  };
  const plain = <T>(steps: () => DbProgram<T>) => during(() => transactions.plain(steps));
  const quick = <T>(steps: () => DbProgram<T>) => during(() => transactions.quick(steps));
  const read = <T>(steps: (on: AppliedState) => DbProgram<T>) =>
    during(async () => {
      const on = ground();
      return transactions.read(() => steps(on));
    });

  const write = <T>(steps: (on: AppliedState) => DbProgram<Performed<T>>) =>
    during(async () => {
      const on = ground();
      // Another attempt is another commit.
      const begunAt = known.freshness.beforeRead(EVERY_TABLE);
      const nextCommit = () => ({ node: channel.node(), number: ++commits });
      try {
        const { outcome, changes } = await transactions.write({
          begin: WRITING,
          steps: () => writeAndLog(nextCommit, on, steps),
          wasStored: ({ commit }) => wasStored(commit),
        });
        if (changes.length > 0) {
          known.addOwn(versionsOf(on.layout, changes));
          cacheCommitted(on, changes, begunAt);
          channel.notify();
          feed.publish(changes);
        }
        return outcome;
      } catch (cause) {
        // Whether it was stored, or will be, is not known.
        if (cause instanceof StoreError && cause.trouble === 'unreachable') {
          known.addOwn(null);
          channel.rename();
        }
        throw cause;
      }
    });

  // Figures, and pages and totals that people composed, may take long, so they leave connections for everything else.
  const few = limitConcurrency(MOST_ASKED);
  const limited = <T>(
    { hasOwnConditions }: { readonly hasOwnConditions?: true },
    work: () => Promise<T>,
  ): Promise<T> => (hasOwnConditions === true ? few(work) : work());

  const caches = new WeakMap<AppliedState, Record<'figures' | 'totals', CachedFigures>>();
  const cachedOf = (on: AppliedState) => {
    const { byPhysical } = on.layout;
    // Only records are logged, not their lines and links.
    const version = (table: string) =>
      byPhysical.get(table)?.lines === false ? known.versionOf(table) : known.version();
    const readAll = (sql: string, values: readonly SqlValue[]) => transactions.plain(() => all(sql, values));
    const cached = caches.get(on) ?? {
      figures: createCachedFigures(version, (sql, values) => few(() => readAll(sql, values))),
      totals: createCachedFigures(version, readAll),
    };
    caches.set(on, cached);
    return cached;
  };
  /** Runs a program that rarely needs the database. */
  const bound = async <T>(steps: () => DbProgram<T>): Promise<T> => {
    const first = steps().next();
    return first.done === true ? first.value : transactions.plain(steps);
  };
  const pageOf = async ({ lister }: AppliedState, plan: ListPlan, asker: PlanPrincipal): Promise<ListResult> =>
    (await transactions.plain(() => lister.listInOneStatement(plan, asker))) ??
    transactions.read(() => lister.list(plan, asker));

  const alone = <T>(steps: () => DbProgram<T>) => transactions.write({ begin: ['BEGIN'], steps });
  const files = createFiles(blobs, alone, postgres.words);

  return {
    secret,
    tokenBuckets: createTokenBuckets(plain),
    signals: channel.signals,
    keys: createKeyring(plain, postgres.words, known.versionOf, async (steps) => {
      await requests.refresh();
      return quick(steps);
    }),
    deliveries: createDeliveries(plain, postgres.words, () => ground().layout),
    timers: createTimers(plain, () => ground().layout),
    views: createSavedViews(plain),
    write: (request) => write((on) => performWrite(on, request)),
    writeTogether: (batch) => write((on) => performBatch(on, batch)),
    list: (plan, asker) =>
      during(async () => {
        await requests.refresh();
        const on = ground();
        const counting = await bound(() => on.lister.boundCount(plan, asker));
        if (counting === null) return limited(plan, () => pageOf(on, plan, asker));
        const { figures, totals } = cachedOf(on);
        const counts = plan.hasOwnConditions === true ? figures : totals;
        const [page, counted] = await Promise.all([
          limited(plan, () => pageOf(on, { ...plan, maxCount: 0 }, asker)),
          counts(counting.sql, counting.values),
        ]);
        return { ...page, total: counting.totalOf(counted) };
      }),
    aggregate: (plan, asker) =>
      during(async () => {
        await requests.refresh();
        const on = ground();
        const asked = await bound(() => on.lister.boundAggregate(plan, asker));
        return asked === null ? [] : asked.rowsOf(await cachedOf(on).figures(asked.sql, asked.values));
      }),
    deleted: (plan, asker) => read(({ lister }) => lister.deleted(plan, asker)),
    load: (needs, more) =>
      during(async () => {
        await requests.refresh();
        const on = ground();
        const cached = loadFacts(on.gatherCached(), needs, more).next();
        if (cached.done === true) return cached.value.facts;
        // One transaction reads everything, so that it is of one moment.
        const loader = await transactions.read(() => loadFacts(on.gather(on.rowCache.insideRead()), needs, more));
        return loader.facts;
      }),
    affectedRecords: (readers, limit) => read((on) => affectedRecordKeys(on, readers, limit)),
    people: (entity, limit) => read(({ reader }) => reader.first(entity, limit)),
    findBy: (entity, field, value) =>
      read(function* ({ layout, reader }) {
        const id = yield* findIdBy(layout, entity, field, value);
        return id === null ? null : yield* reader.one(entity, id);
      }),
    history: (key, limit) => read(({ layout }) => readHistory(layout, key, limit)),
    comments: (plan) => read(({ layout }) => readComments(layout, plan)),
    authority: (limit) => plain(() => readAuthority(limit)),
    inbox: (person, limit) => read(({ layout }) => readInbox(layout, person, limit)),
    markInboxRead: (person, ids) => plain(() => markRead(person, ids, postgres.words)),
    outbox: (key, limit) => read(({ layout }) => readOutbox(layout, key, limit)),
    addUpload: (upload, now) => during(() => files.add(upload, now)),
    receiveUpload: (bytes, judge, now) => during(() => files.receive(bytes, judge, now)),
    copyUpload: (token, uploader, copies) => during(() => files.copy(token, uploader, copies)),
    openFile: (token) => during(() => files.open(token)),
    file: (token) => plain(() => findFile(token, current?.layout ?? null)),
    dropStaleUploads: (now) =>
      during(async () => {
        const stale = await transactions.write({
          begin: SWEEPING,
          steps: function* () {
            const dropped = yield* dropStaleRows(now);
            yield* dropOldAnswers(now);
            yield* dropOldChanges();
            yield* dropOldCounts(now);
            return dropped;
          },
        });
        await files.remove(stale);
        return stale.length;
      }),
    sweepFiles: () => during(files.sweep),
    purge: (before) =>
      during(async () => {
        const { records, disks } = await transactions.write({
          begin: SWEEPING,
          steps: () => purgeRows(ground().layout, before, postgres.words),
        });
        await files.remove(disks);
        return records;
      }),
    clearHistory: (before) => during(() => transactions.write({ begin: SWEEPING, steps: () => clearHistory(before) })),
    check: () =>
      during(async () => {
        await transactions.plain(() => readMeta('format'));
        await blobs.check();
      }),
    applied: () =>
      plain(function* () {
        const hash = yield* readMeta('applied');
        return hash === null ? null : { hash, text: (yield* documentText(hash)) ?? '' };
      }),
    document: (hash) => plain(() => documentText(hash)),
    apply: (model, hash, text, settling, timing) =>
      during(async () => {
        const under = {
          hash,
          settling: settling ?? null,
          timing: timing ?? null,
          dialect: postgres,
          freshness: known.freshness,
        };
        const { outcome, layout } = await transactions.write({
          begin: APPLYING,
          steps: function* () {
            const applied = yield* applyDocument({ model, hash, text }, under);
            if (applied.outcome.applied) yield* storeChanges({ node: channel.node(), number: ++commits }, null, []);
            return applied;
          },
          shouldCommit: (applied) => applied.outcome.applied,
        });
        known.addOwn(null);
        if (layout !== null) current = createAppliedState(layout, under);
        return outcome;
      }),
    duringRequest: requests.run,
    subscribe: feed.subscribe,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(running);
      feed.end();
      await channel.close();
      await connections.close();
    },
  };
}

type LoggedWrite<T> = Performed<T> & { readonly commit: CommitKey | null };

/** Writes, and logs the changes for other nodes in the same transaction. */
function* writeAndLog<T>(
  nextCommit: () => CommitKey,
  on: AppliedState,
  steps: (on: AppliedState) => DbProgram<Performed<T>>,
): DbProgram<LoggedWrite<T>> {
  const believed = { rows: [[on.hash]], condition: IS_APPLIED, parameters: [on.hash] };
  const [applied] = yield* allAssuming(APPLIED, [], believed);
  if (applied?.[0] !== on.hash) throw documentChanged();
  const performed = yield* steps(on);
  const { changes } = performed;
  if (changes.length === 0) return { ...performed, commit: null };
  const commit = nextCommit();
  yield* storeChanges(commit, versionsOf(on.layout, changes), changes);
  return { ...performed, commit };
}

function* wasStored(commit: CommitKey | null): DbProgram<boolean> {
  return commit !== null && (yield* wasCommitted(commit));
}
