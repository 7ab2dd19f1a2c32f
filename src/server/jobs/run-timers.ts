import { type PendingDecision, trackDecision } from '../../engine/context/decision.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import { PRODUCT } from '../../engine/core/principal.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { afterRefusal, decideTimer, type TimerKey, timerNeeds } from '../../engine/decide/decide-timer.ts';
import type { DueTimer } from '../../store/core/due-timers.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { closeRevokedConnections, publishInbox } from '../runtime/close-revoked-connections.ts';
import { followUpDecider } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Runtime, Version } from '../runtime/runtime.ts';

/** How many are looked at in one tick, so that nobody waits long behind them. */
const MOST_IN_A_TICK = 200;
/** Nothing waits longer than this to be looked at, whatever becomes of the clock. */
const LONGEST_WAIT = 60_000;
/** Where something failed, or is always due. */
const SHORTEST_WAIT = 1_000;

/** What the product does by itself, as its document says. */
export interface Timers {
  /** Looks at what is due, the earliest first. `now` is the clock's; in tests it is moved by years. */
  readonly tick: (now: number) => Promise<Tick>;
}

export interface Tick {
  readonly checked: number;
  /** How many acted. */
  readonly fired: number;
  /** How many could not, though their time had come. */
  readonly refused: number;
  /** When something is to be looked at next; null: nothing is. */
  readonly next: number | null;
}

export function createTimers(runtime: Runtime): Timers {
  const loggedRefusals = new Map<string, string>();
  return {
    tick: async (now) => {
      const version = runtime.current();
      const due = await runtime.store.timers.due(now, MOST_IN_A_TICK);
      // Those of one record one after the other, the earliest first: the next one may be over then.
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

/** More steps of one record are not waited for: the timers take them like the rest. */
const MOST_AT_ONCE = 16;

/**
 * Takes what a write made due of its own record, and whatever that makes due in turn, so that it can be answered with how the
 * record stands then. Whether anything acted.
 */
export async function fireDueTimers(
  { runtime, version, now }: Pick<RequestContext, 'runtime' | 'version' | 'now'>,
  due: readonly DueTimer[],
): Promise<boolean> {
  const loggedRefusals = new Map<string, string>();
  let acted = false;
  // What was due first goes first, as it would by the clock.
  let queue: readonly TimerKey[] = [...due].sort((one, other) => one.due - other.due);
  for (let step = 0; step < MOST_AT_ONCE && queue.length > 0; step++) {
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
    // Decided by the document of a moment ago: the next tick decides by the one that runs now.
    if (error instanceof StoreError && error.trouble === 'document changed') return 'waits';
    runtime.log({ level: 'error', message: `${key.timer} could not be looked at.`, error });
    return 'refused';
  }
}

/** In one transaction; what is refused, or what follows from it, leaves nothing but a note and when to try again. */
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

/** Once for each reason: it is tried again each minute, and nobody reads the same line each minute. */
function logRefusal(runtime: Runtime, key: TimerKey, refusal: Refusal, loggedRefusals: Map<string, string>): void {
  if (loggedRefusals.get(keyOf(key)) === refusal.message) return;
  if (loggedRefusals.size >= MAX_LOGGED) loggedRefusals.clear();
  loggedRefusals.set(keyOf(key), refusal.message);
  const message = `${key.timer} is due for ${key.entity} ${key.id} and can't be taken: ${refusal.message}`;
  runtime.log({ level: 'error', message });
}

/** Looks at what is due whenever something is, until it is stopped. It rests in between, and a write wakes it. */
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
        runtime.log({ level: 'error', message: 'What the product does by itself could not be looked through.', error });
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
  const unsubscribe = [runtime.store.subscribe(wake), runtime.subscribe(wake)];
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
