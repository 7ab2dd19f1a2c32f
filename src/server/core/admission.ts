/**
 * Admission control: decides in which order requests run and which are rejected (load shedding). Requests run at once
 * while the current turn of the event loop has time; others wait in order of arrival. A request that waits too long is
 * rejected, so that admitted requests are answered soon. A short burst may wait long; under constant overload only a
 * short wait is allowed.
 */
export interface Admission {
  /**
   * Runs the work when its turn comes. Resolves to null if the request is rejected. Urgent and other requests
   * alternate.
   */
  readonly admit: <T>(work: () => Promise<T>, urgent: boolean) => Promise<T | null>;
  readonly figures: () => { readonly running: number; readonly waiting: number; readonly shed: number };
}

export interface AdmissionOptions {
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number;
  /** Runs work in a later turn of the event loop. */
  readonly defer: (work: () => void) => void;
  /** Maximum number of requests in progress. */
  readonly maxRunning?: number;
  /** Maximum number of waiting requests, for urgent and other requests each. */
  readonly maxWaiting?: number;
}

const MAX_IN_HAND = 256;
const MAX_WAITING = 2_000;
/** Maximum duration of one turn of the event loop. */
const TURN_MS = 10;
/** Maximum number of requests that start in one turn. */
const MAX_STARTS_PER_TURN = 16;
/** A turn accepts one new connection. Up to this many turns accept connections before waiting requests start. */
const MAX_ACCEPT_TURNS = 16;
/** Maximum wait if the queue was empty a short time ago. */
const BURST_WAIT_MS = 1_500;
/** Maximum wait once the queue has not been empty for `BURST_WAIT_MS`. */
const OVERLOAD_WAIT_MS = 400;
const URGENT_WAIT_MS = 5_000;

interface WaitingRequest {
  readonly since: number;
  readonly begin: () => void;
  readonly shed: () => void;
}

export function admission(options: AdmissionOptions): Admission {
  const { clock, defer, maxRunning = MAX_IN_HAND, maxWaiting = MAX_WAITING } = options;
  const urgent = createQueue();
  const others = createQueue();
  const state = {
    listening: false,
    running: 0,
    shed: 0,
    turnBegan: Number.NaN,
    toBegin: 0,
    came: 0,
    busySince: Number.NaN,
    urgentNext: true,
  };
  const waiting = () => urgent.size() + others.size();

  const longestWait = (now: number): number =>
    now - state.busySince >= BURST_WAIT_MS ? OVERLOAD_WAIT_MS : BURST_WAIT_MS;

  const shedOld = (now: number): void => {
    while (urgent.waitedSince() < now - URGENT_WAIT_MS) urgent.take()?.shed();
    while (others.waitedSince() < now - longestWait(now)) others.take()?.shed();
  };

  const take = (): WaitingRequest | undefined => {
    const [first, second] = state.urgentNext ? [urgent, others] : [others, urgent];
    state.urgentNext = !state.urgentNext;
    return first.take() ?? second.take();
  };

  const beginOne = (): void => {
    state.toBegin -= 1;
    const now = clock();
    if (Number.isNaN(state.turnBegan)) state.turnBegan = now;
    shedOld(now);
    if (state.running < maxRunning && now - state.turnBegan < TURN_MS) take()?.begin();
    if (waiting() === 0) state.busySince = Number.NaN;
    if (state.toBegin > 0) return;
    state.turnBegan = Number.NaN;
    acceptNew(state.came, MAX_ACCEPT_TURNS);
  };

  /**
   * Starts waiting requests once no new request arrived in a turn. `known` is the number of requests that had arrived
   * before.
   */
  const acceptNew = (known: number, left: number): void => {
    if (waiting() === 0 || left === 0) {
      beginLater();
      return;
    }
    state.listening = true;
    defer(() => {
      state.listening = false;
      if (state.came > known) acceptNew(state.came, left - 1);
      else beginLater();
    });
  };

  // Each start is a separate task: the synchronous part of one request ends before the next begins.
  const beginLater = (): void => {
    if (state.toBegin > 0 || state.listening || state.running >= maxRunning) return;
    state.toBegin = Math.min(waiting(), MAX_STARTS_PER_TURN);
    for (let left = state.toBegin; left > 0; left--) defer(beginOne);
  };

  const hasRoom = (now: number): boolean => {
    if (waiting() > 0 || state.running >= maxRunning) return false;
    if (Number.isNaN(state.turnBegan)) {
      state.turnBegan = now;
      defer(() => {
        if (state.toBegin === 0) state.turnBegan = Number.NaN;
      });
    }
    return now - state.turnBegan < TURN_MS;
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    state.running += 1;
    try {
      return await work();
    } finally {
      state.running -= 1;
      beginLater();
    }
  };

  const enqueue = <T>(work: () => Promise<T>, since: number, isUrgent: boolean): Promise<T | null> =>
    new Promise((resolve, reject) => {
      const shed = () => {
        state.shed += 1;
        resolve(null);
      };
      const queue = isUrgent ? urgent : others;
      if (queue.size() >= maxWaiting) return shed();
      if (waiting() === 0) state.busySince = since;
      queue.add({ since, begin: () => void run(work).then(resolve, reject), shed });
      beginLater();
    });

  return {
    admit: (work, isUrgent) => {
      const now = clock();
      state.came += 1;
      shedOld(now);
      return hasRoom(now) ? run(work) : enqueue(work, now, isUrgent);
    },
    figures: () => ({ running: state.running, waiting: waiting(), shed: state.shed }),
  };
}

/** A first-in, first-out queue. */
function createQueue() {
  let all: WaitingRequest[] = [];
  let at = 0;
  return {
    size: () => all.length - at,
    /** The time since which the first request waits; infinity if the queue is empty. */
    waitedSince: () => all[at]?.since ?? Number.POSITIVE_INFINITY,
    add: (one: WaitingRequest) => void all.push(one),
    take: (): WaitingRequest | undefined => {
      const first = all[at];
      if (first === undefined) return undefined;
      at += 1;
      if (at * 2 > all.length) {
        all = all.slice(at);
        at = 0;
      }
      return first;
    },
  };
}
