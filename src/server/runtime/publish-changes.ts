import type { RecordKey } from '../../engine/core/facts.ts';
import type { Principal } from '../../engine/core/principal.ts';
import { recordNeeds } from '../../engine/decide/needs.ts';
import type { AffectedRecords } from '../../engine/live/dependencies.ts';
import { type RowsBefore, rowsBefore } from '../../engine/live/previous-visibility.ts';
import { changedVisibility, visibilityCandidates } from '../../engine/live/visibility-changes.ts';
import type { Changed } from '../../store/core/store.ts';
import { personOf } from './persons.ts';
import { publishComments } from './publish-comments.ts';
import type { Runtime } from './runtime.ts';

/** Tells open connections of what was committed. */
export interface ChangePublisher {
  readonly hear: (changes: readonly Changed[]) => void;
  /** All that was heard has been told. */
  readonly idle: () => Promise<void>;
}

/**
 * Tells each open connection which records this person reads otherwise than before: those that changed, and those that they
 * may read, or may no more read, since others changed. Nothing at all is sent for the rest. What is heard while something is
 * told is told together.
 */
export function changePublisher(runtime: Runtime): ChangePublisher {
  let waiting: readonly Changed[] = [];
  let work: Promise<void> | null = null;
  const tellAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const changes = waiting;
      waiting = [];
      await tellSome(runtime, changes, () => rowsBefore([...changes, ...waiting].filter(isWritten))).catch(
        (error: unknown) => runtime.log({ level: 'error', message: 'A change could not be told.', error }),
      );
    }
    work = null;
  };
  return {
    hear: (changes) => {
      if (runtime.listeners.all().length === 0) return;
      waiting = [...waiting, ...changes];
      work ??= tellAll();
    },
    idle: async () => {
      while (work !== null) await work;
    },
  };
}

const isWritten = ({ kind }: Changed): boolean => kind !== 'comment';

async function tellSome(runtime: Runtime, changes: readonly Changed[], before: () => RowsBefore): Promise<void> {
  const written = changes.filter(isWritten);
  if (written.length < changes.length)
    await publishComments(
      runtime,
      changes.filter((change) => !isWritten(change)),
    );
  if (written.length > 0) await tell(runtime, written, before);
}

/** So many records are looked at between two looks at what else is to be done. */
const TOGETHER = 100;
/** Of more records of an entity that others may have opened or closed, the newest are looked at. */
const MOST_REACHED = 10_000;

/** `before`: how everything stood before what is told and what was heard since, so that nothing gets lost between two tellings. */
async function tell(runtime: Runtime, changes: readonly Changed[], before: () => RowsBefore): Promise<void> {
  const reached = new Map<string, Promise<readonly RecordKey[]>>();
  const reach = (readers: readonly AffectedRecords[]) => {
    const key = JSON.stringify(readers);
    const known = reached.get(key) ?? runtime.store.reached(readers, MOST_REACHED);
    reached.set(key, known);
    return known;
  };
  const { app } = runtime.current();
  for (const person of new Set(runtime.listeners.all().map((listener) => listener.person))) {
    const who = await personOf(runtime, runtime.current(), person);
    const readers = visibilityCandidates(app, who, changes);
    const keys = unique([...(readers.length === 0 ? [] : await reach(readers)), ...changes]);
    for (let from = 0; from < keys.length; from += TOGETHER) {
      if (from > 0) await moment();
      const others = await seenBy(runtime, who, { keys: keys.slice(from, from + TOGETHER), changes, before });
      for (const { entity, id } of others) {
        for (const listener of runtime.listeners.all())
          if (listener.person === person) listener.send('change', { entity, id });
      }
      if (person !== null) runtime.presence.changed(person, others);
    }
  }
}

interface Some {
  readonly keys: readonly RecordKey[];
  readonly changes: readonly Changed[];
  readonly before: () => RowsBefore;
}

/** Which of these this person reads otherwise than before. */
async function seenBy(
  runtime: Runtime,
  who: Principal,
  { keys, changes, before }: Some,
): Promise<readonly RecordKey[]> {
  const { app } = runtime.current();
  const now = runtime.clock();
  const byEntity = Map.groupBy(keys, ({ entity }) => entity);
  const parts = [...byEntity].map(([entity, alike]) => {
    const ids = alike.map(({ id }) => id);
    return recordNeeds(app, who, entity, ids);
  });
  // How what changed stands now decides whether it counts in what is asked of it.
  const changed = changes.map(({ entity, id }) => ({ entity, id, paths: [] }));
  const needs = { rows: [...parts.flatMap(({ rows }) => rows), ...changed], unique: [], files: [], referrers: [] };
  let otherwise: readonly RecordKey[] = [];
  await runtime.store.load(needs, (facts) => {
    const seen = changedVisibility({ model: app, principal: who, before: before(), now }, keys, facts);
    otherwise = seen.changed;
    return seen.missing;
  });
  return otherwise;
}

const unique = (keys: readonly RecordKey[]): RecordKey[] => [
  ...new Map(keys.map(({ entity, id }) => [JSON.stringify([entity, id]), { entity, id }] as const)).values(),
];

/** Whatever else is waiting goes first. */
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
