import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { recordNeeds } from '../../engine/decide/needs.ts';
import type { AffectedRecords } from '../../engine/live/dependencies.ts';
import { type RowsBefore, rowsBefore } from '../../engine/live/facts-before-change.ts';
import { changedVisibility, visibilityCandidates } from '../../engine/live/visibility-changes.ts';
import type { ChangedRecord } from '../../store/core/store.ts';
import { loadPrincipal } from './persons.ts';
import { publishComments } from './publish-comments.ts';
import type { Runtime } from './runtime.ts';

/** Sends committed changes to open connections. */
export interface ChangePublisher {
  readonly publish: (changes: readonly ChangedRecord[]) => void;
  /** Resolves when all changes have been sent. */
  readonly idle: () => Promise<void>;
}

/**
 * Creates the publisher of committed changes. Each open connection receives the records that its person now sees
 * differently: the changed records themselves, and records that became readable or unreadable because others changed.
 * It receives nothing about other records. Changes that arrive while a batch is sent form the next batch.
 */
export function changePublisher(runtime: Runtime): ChangePublisher {
  let queue: readonly ChangedRecord[] = [];
  let work: Promise<void> | null = null;
  const publishAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const changes = queue;
      queue = [];
      await publishBatch(runtime, changes, () => rowsBefore([...changes, ...queue].filter(isWritten))).catch(
        (error: unknown) =>
          runtime.log({ level: 'error', message: 'A change could not be sent to open pages.', error }),
      );
    }
    work = null;
  };
  return {
    publish: (changes) => {
      if (runtime.listeners.all().length === 0) return;
      queue = [...queue, ...changes];
      work ??= publishAll();
    },
    idle: async () => {
      while (work !== null) await work;
    },
  };
}

const isWritten = ({ kind }: ChangedRecord): boolean => kind !== 'comment';

async function publishBatch(
  runtime: Runtime,
  changes: readonly ChangedRecord[],
  before: () => RowsBefore,
): Promise<void> {
  const written = changes.filter(isWritten);
  if (written.length < changes.length)
    await publishComments(
      runtime,
      changes.filter((change) => !isWritten(change)),
    );
  if (written.length > 0) await publishWrites(runtime, written, before);
}

/** Number of records that are checked before other work gets its turn. */
const RECORDS_PER_STEP = 100;
/** Maximum number of records per entity that are checked because other records changed. The newest are checked. */
const MAX_AFFECTED = 10_000;

/**
 * Publishes one batch of writes. `before` returns the rows before this batch and before the changes that arrived since,
 * so that no change is lost between two batches.
 */
async function publishWrites(
  runtime: Runtime,
  changes: readonly ChangedRecord[],
  before: () => RowsBefore,
): Promise<void> {
  const affected = new Map<string, Promise<readonly RecordKey[]>>();
  const affectedBy = (candidates: readonly AffectedRecords[]) => {
    const key = JSON.stringify(candidates);
    const cached = affected.get(key) ?? runtime.store.affectedRecords(candidates, MAX_AFFECTED);
    affected.set(key, cached);
    return cached;
  };
  const { compiled } = runtime.current();
  for (const person of new Set(runtime.listeners.all().map((listener) => listener.person))) {
    const principal = await loadPrincipal(runtime, runtime.current(), person);
    const candidates = visibilityCandidates(compiled, principal, changes);
    const keys = unique([...(candidates.length === 0 ? [] : await affectedBy(candidates)), ...changes]);
    for (let from = 0; from < keys.length; from += RECORDS_PER_STEP) {
      if (from > 0) await nextTask();
      const changedKeys = await changedFor(runtime, principal, {
        keys: keys.slice(from, from + RECORDS_PER_STEP),
        changes,
        before,
      });
      for (const { entity, id } of changedKeys) {
        for (const listener of runtime.listeners.all())
          if (listener.person === person) listener.send('change', { entity, id });
      }
      if (person !== null) runtime.presence.visibilityChanged(person, changedKeys);
    }
  }
}

interface ChangeBatch {
  readonly keys: readonly RecordKey[];
  readonly changes: readonly ChangedRecord[];
  readonly before: () => RowsBefore;
}

/** Returns the records of a batch that the principal now sees differently. */
async function changedFor(
  runtime: Runtime,
  principal: Principal,
  { keys, changes, before }: ChangeBatch,
): Promise<readonly RecordKey[]> {
  const { compiled } = runtime.current();
  const now = runtime.clock();
  const byEntity = Map.groupBy(keys, ({ entity }) => entity);
  const parts = [...byEntity].map(([entity, alike]) => {
    const ids = alike.map(({ id }) => id);
    return recordNeeds(compiled, principal, entity, ids);
  });
  // The changed records are loaded too: their current values decide which records are affected.
  const changed = changes.map(({ entity, id }) => ({ entity, id, paths: [] }));
  const needs = { rows: [...parts.flatMap(({ rows }) => rows), ...changed], unique: [], files: [], referrers: [] };
  let changedKeys: readonly RecordKey[] = [];
  await runtime.store.load(needs, (facts) => {
    const visibility = changedVisibility({ model: compiled, principal, before: before(), now }, keys, facts);
    changedKeys = visibility.changed;
    return visibility.missing;
  });
  return changedKeys;
}

const unique = (keys: readonly RecordKey[]): RecordKey[] => [
  ...new Map(keys.map(({ entity, id }) => [JSON.stringify([entity, id]), { entity, id }] as const)).values(),
];

/** Resolves in a later task, after waiting requests. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
