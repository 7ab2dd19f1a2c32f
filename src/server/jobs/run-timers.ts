import { type PendingDecision, trackDecision } from '../../engine/context/decision.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import { PRODUCT } from '../../engine/core/principal.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { afterRefusal, decideTimer, type TimerKey, timerNeeds } from '../../engine/decide/decide-timer.ts';
import { type Timing, timingOf } from '../../engine/effects/timers.ts';
import type { DueTimer } from '../../store/core/due-timers.ts';
import type { ChangedRecord } from '../../store/core/store.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { closeRevokedConnections, publishInbox } from '../runtime/close-revoked-connections.ts';
import { followUpDecider } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Runtime, Version } from '../runtime/runtime.ts';

/** Maximum number of timers per tick, so that requests do not wait long. */
const MOST_IN_A_TICK = 200;
/** Maximum time between two ticks, in case the clock changes. */
const LONGEST_WAIT = 60_000;
/** Minimum time between two ticks after failures, or if a timer is always due. */
const SHORTEST_WAIT = 1_000;

/** The document's timers. */
export interface Timers {
  /** Fires the timers that are due, the earliest first. `now` is normally the clock's time; tests move it by years. */
  readonly tick: (now: number) => Promise<Tick>;
}

export interface Tick {
  readonly checked: number;
  /** Number of timers that fired. */
  readonly fired: number;
  /** Number of timers that were due but refused. */
  readonly refused: number;
  /** When the next timer is due; null if there is none. */
  readonly next: number | null;
}

export function createTimers(runtime: Runtime): Timers {
  const loggedRefusals = new Map<string, string>();
  return {
    tick: async (now) => {
      const version = runtime.current();
      const due = await runtime.store.timers.due(now, MOST_IN_A_TICK);
      // Timers of one record run one after the other, the earliest first: an earlier one may cancel a later one.
      const each = async (keys: readonly TimerKey[]): Promise<Outcome[]> => {
        const found: Outcome[] = [];
        for (const key of keys) found.push(await fireTimer(runtime, version, key, now, loggedRefusals));
        return found;
      };
      const byRecord = Map.groupBy(due, ({ entity, id }) => JSON.stringify([entity, id]));
      const outcomes = (await Promise.all([...byRecord.values()].map(each))).flat();
      const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
      const next = await runtime.store.timers.next();
      return { checked: due.length, fired: count('fired'), refused: count('refused'), next };
    },
  };
}

type Outcome = 'fired' | 'refused' | 'waits';

/** Maximum number of chained timers that a response waits for. Later ones fire in the background. */
const MAX_PARALLEL = 16;

/**
 * Fires the timers of a record that a write made due, and the timers that become due by them, so that the response
 * shows the resulting record. Returns whether any timer fired.
 */
export async function fireDueTimers(
  { runtime, version, now }: Pick<RequestContext, 'runtime' | 'version' | 'now'>,
  due: readonly DueTimer[],
): Promise<boolean> {
  const loggedRefusals = new Map<string, string>();
  let acted = false;
  // Earliest first, as in a tick.
  let queue: readonly TimerKey[] = [...due].sort((one, other) => one.due - other.due);
  for (let step = 0; step < MAX_PARALLEL && queue.length > 0; step++) {
    const fired: TimerKey[] = [];
    for (const key of queue)
      if ((await fireTimer(runtime, version, key, now, loggedRefusals)) === 'fired') fired.push(key);
    if (fired.length > 0) acted = true;
    const next = await Promise.all(fired.map((key) => dueOf(runtime, key, now)));
    queue = next.flat();
  }
  return acted;
}

async function dueOf({ store }: Runtime, { entity, id }: TimerKey, now: number): Promise<TimerKey[]> {
  const timers = await store.timers.of({ entity, id });
  return timers.flatMap(({ timer, due }) => (due !== null && due <= now ? [{ entity, id, timer }] : []));
}

async function fireTimer(
  runtime: Runtime,
  version: Version,
  key: TimerKey,
  now: number,
  loggedRefusals: Map<string, string>,
): Promise<Outcome> {
  try {
    const { verdict, refusal } = await writeTimer(runtime, version, key, now);
    if (refusal !== null) {
      logRefusal(runtime, key, refusal, loggedRefusals);
      return 'refused';
    }
    loggedRefusals.delete(keyOf(key));
    if (!verdict.allowed || !verdict.writes.some((write) => write.kind === 'history')) return 'waits';
    closeRevokedConnections({ runtime, version }, verdict.writes);
    publishInbox({ runtime }, verdict.writes);
    return 'fired';
  } catch (error) {
    // The document changed meanwhile. The next tick decides with the new version.
    if (error instanceof StoreError && error.trouble === 'document changed') return 'waits';
    runtime.log({ level: 'error', message: `${key.timer} failed.`, error });
    return 'refused';
  }
}

/**
 * Decides and writes a timer in one transaction. If the timer or one of its follow-ups is refused, only a note with the
 * time of the next attempt is stored.
 */
async function writeTimer(
  runtime: Runtime,
  version: Version,
  key: TimerKey,
  now: number,
): Promise<{ readonly verdict: Verdict; readonly refusal: Refusal | null }> {
  const { compiled } = version;
  const write = (by: PendingDecision) =>
    runtime.store.write({
      needs: timerNeeds(compiled, key),
      ...by,
      follow: followUpDecider(version, PRODUCT, now),
      actor: { kind: 'product' },
      now,
      documentHash: version.hash,
      idempotency: null,
    });
  const first = await write(trackDecision((facts) => decideTimer(compiled, key, facts, now)));
  if (first.outcome !== 'decided') throw new Error('A write without a key was answered as if it had one.');
  const { verdict } = first;
  if (verdict.allowed) return { verdict, refusal: null };
  await write({ more: () => null, decide: () => afterRefusal(key, verdict.refusal, now) });
  return { verdict, refusal: verdict.refusal };
}

const keyOf = ({ entity, id, timer }: TimerKey): string => JSON.stringify([entity, id, timer]);

const MAX_LOGGED = 10_000;

/** Logs a refusal once per reason, because the timer is tried again every minute. */
function logRefusal(runtime: Runtime, key: TimerKey, refusal: Refusal, loggedRefusals: Map<string, string>): void {
  if (loggedRefusals.get(keyOf(key)) === refusal.message) return;
  if (loggedRefusals.size >= MAX_LOGGED) loggedRefusals.clear();
  loggedRefusals.set(keyOf(key), refusal.message);
  const message = `${key.timer} is due for ${key.entity} ${key.id} but was refused: ${refusal.message}`;
  runtime.log({ level: 'error', message });
}

/**
 * Fires timers when they are due, until stopped. Sleeps in between; a new document wakes it, and a write of this process
 * that may set a timer. The timers of what another process writes are fired by that process, or at the next tick after
 * it ended.
 */
export function startTimers(runtime: Runtime): { readonly stop: () => Promise<void> } {
  const timers = createTimers(runtime);
  const state: { timer: ReturnType<typeof setTimeout> | null; stopped: boolean; woken: boolean; doing: Promise<void> } =
    { timer: null, stopped: false, woken: false, doing: Promise.resolve() };
  const schedule = (ms: number) => {
    if (state.stopped) return;
    state.timer = setTimeout(yieldToRequests, ms);
  };
  const yieldToRequests = (): void => {
    state.timer = null;
    state.woken = false;
    state.doing = timers.tick(runtime.clock()).then(
      ({ fired, refused, checked, next }) => {
        const isBusy = state.woken || fired > 0 || (checked === MOST_IN_A_TICK && refused < checked);
        schedule(isBusy ? 0 : waitUntil(next, runtime.clock()));
      },
      (error: unknown) => {
        runtime.log({ level: 'error', message: 'Timers could not be checked.', error });
        schedule(LONGEST_WAIT);
      },
    );
  };
  const wake = () => {
    state.woken = true;
    if (state.timer === null) return;
    clearTimeout(state.timer);
    yieldToRequests();
  };
  const timings = new WeakMap<Version, Timing | null>();
  const timingIn = (version: Version): Timing | null => {
    // Null is a value too: the document has no timers.
    const cached = timings.get(version);
    if (cached !== undefined) return cached;
    const timing = timingOf(version.compiled, runtime.clock());
    timings.set(version, timing);
    return timing;
  };
  const wakeAfter = (changes: readonly ChangedRecord[]) => {
    const timing = timingIn(runtime.current());
    const isTimed = ({ entity }: ChangedRecord) => timing?.machines.has(entity) || timing?.isAffectedBy(entity);
    if (changes.some(isTimed)) wake();
  };
  const unsubscribe = [runtime.store.subscribe(wakeAfter, () => false), runtime.subscribe(wake)];
  yieldToRequests();
  return {
    stop: async () => {
      state.stopped = true;
      for (const end of unsubscribe) end();
      if (state.timer !== null) clearTimeout(state.timer);
      await state.doing;
    },
  };
}

function waitUntil(next: number | null, now: number): number {
  return next === null ? LONGEST_WAIT : Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, next - now));
}
