/**
 * In which order requests are worked on, and which are not. What one turn of the event loop can do is done at once; the
 * rest waits in the order in which it came. Who has waited too long is turned away, so that those who are let in are
 * answered soon: for a moment a long wait is borne, but while some have been waiting all the time only a short one.
 */
export interface Admission {
  /** Does the work when its turn comes; null: there is no time for it. `urgent` takes turns with all others. */
  readonly admit: <T>(work: () => Promise<T>, urgent: boolean) => Promise<T | null>;
  readonly figures: () => { readonly inHand: number; readonly waiting: number; readonly shed: number };
}

export interface AdmissionOptions {
  /** Milliseconds that never go back. */
  readonly clock: () => number;
  /** Does something in the next turn of the event loop, when others have had theirs. */
  readonly defer: (work: () => void) => void;
  /** So much is in hand at once. */
  readonly maxInHand?: number;
  /** So many wait at once, of each kind. */
  readonly maxWaiting?: number;
}

const MAX_IN_HAND = 256;
const MAX_WAITING = 2_000;
/** So long one turn may take before others are heard. */
const TURN_MS = 10;
/** So many begin in one turn. */
const MAX_STARTS_PER_TURN = 16;
/** One turn takes one new connection: so many are given to those who come before the next work begins. */
const MAX_ACCEPT_TURNS = 16;
/** Whoever waits longer is turned away, where nobody has had to wait for long before … */
const BURST_WAIT_MS = 1_500;
/** … and where some have waited all the time for so long, whoever waits longer than this. */
const OVERLOAD_WAIT_MS = 400;
const URGENT_WAIT_MS = 5_000;

interface WaitingRequest {
  readonly since: number;
  readonly begin: () => void;
  readonly shed: () => void;
}

export function admission(options: AdmissionOptions): Admission {
  const { clock, defer, maxInHand = MAX_IN_HAND, maxWaiting = MAX_WAITING } = options;
  const urgent = createQueue();
  const others = createQueue();
  const state = {
    listening: false,
    inHand: 0,
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
    if (state.inHand < maxInHand && now - state.turnBegan < TURN_MS) take()?.begin();
    if (waiting() === 0) state.busySince = Number.NaN;
    if (state.toBegin > 0) return;
    state.turnBegan = Number.NaN;
    acceptNew(state.came, MAX_ACCEPT_TURNS);
  };

  /** Goes on once nobody new comes: `known` had come before. */
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

  // Each in a step of its own: what one comes to without waiting is done before the next begins.
  const beginLater = (): void => {
    if (state.toBegin > 0 || state.listening || state.inHand >= maxInHand) return;
    state.toBegin = Math.min(waiting(), MAX_STARTS_PER_TURN);
    for (let left = state.toBegin; left > 0; left--) defer(beginOne);
  };

  const hasRoom = (now: number): boolean => {
    if (waiting() > 0 || state.inHand >= maxInHand) return false;
    if (Number.isNaN(state.turnBegan)) {
      state.turnBegan = now;
      defer(() => {
        if (state.toBegin === 0) state.turnBegan = Number.NaN;
      });
    }
    return now - state.turnBegan < TURN_MS;
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    state.inHand += 1;
    try {
      return await work();
    } finally {
      state.inHand -= 1;
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
    figures: () => ({ inHand: state.inHand, waiting: waiting(), shed: state.shed }),
  };
}

/** Who comes first goes first. */
function createQueue() {
  let all: WaitingRequest[] = [];
  let at = 0;
  return {
    size: () => all.length - at,
    /** Since when the first waits; never, where nobody does. */
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
