import type { RecordKey } from '../../engine/core/facts.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { recordNeeds } from '../../engine/decide/needs.ts';
import type { AffectedRecords } from '../../engine/live/dependencies.ts';
import { type RowsBefore, rowsBefore } from '../../engine/live/previous-visibility.ts';
import { changedVisibility, visibilityCandidates } from '../../engine/live/visibility-changes.ts';
import type { Changed } from '../../store/core/store.ts';
import { loadPrincipal } from './persons.ts';
import { publishComments } from './publish-comments.ts';
import type { Runtime } from './runtime.ts';

/** Tells open connections of what was committed. */
export interface ChangePublisher {
  readonly publish: (changes: readonly Changed[]) => void;
  /** All that was heard has been told. */
  readonly idle: () => Promise<void>;
}

/**
 * Tells each open connection which records this person reads otherwise than before: those that changed, and those that they
 * may read, or may no more read, since others changed. Nothing at all is sent for the rest. What is heard while something is
 * told is told together.
 */
export function changePublisher(runtime: Runtime): ChangePublisher {
  let queue: readonly Changed[] = [];
  let work: Promise<void> | null = null;
  const publishAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const changes = queue;
      queue = [];
      await publishBatch(runtime, changes, () => rowsBefore([...changes, ...queue].filter(isWritten))).catch(
        (error: unknown) => runtime.log({ level: 'error', message: 'A change could not be told.', error }),
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

const isWritten = ({ kind }: Changed): boolean => kind !== 'comment';

async function publishBatch(runtime: Runtime, changes: readonly Changed[], before: () => RowsBefore): Promise<void> {
  const written = changes.filter(isWritten);
  if (written.length < changes.length)
    await publishComments(
      runtime,
      changes.filter((change) => !isWritten(change)),
    );
  if (written.length > 0) await publishWrites(runtime, written, before);
}

/** So many records are looked at between two looks at what else is to be done. */
const RECORDS_PER_STEP = 100;
/** Of more records of an entity that others may have opened or closed, the newest are looked at. */
const MAX_AFFECTED = 10_000;

/** `before`: how everything stood before what is told and what was heard since, so that nothing gets lost between two tellings. */
async function publishWrites(runtime: Runtime, changes: readonly Changed[], before: () => RowsBefore): Promise<void> {
  const affected = new Map<string, Promise<readonly RecordKey[]>>();
  const affectedBy = (candidates: readonly AffectedRecords[]) => {
    const key = JSON.stringify(candidates);
    const cached = affected.get(key) ?? runtime.store.reached(candidates, MAX_AFFECTED);
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
  readonly changes: readonly Changed[];
  readonly before: () => RowsBefore;
}

/** Which of these this person reads otherwise than before. */
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
  // How what changed stands now decides whether it counts in what is asked of it.
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

/** Whatever else is waiting goes first. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
