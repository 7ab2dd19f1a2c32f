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
  readonly later: (work: () => void) => void;
  /** So much is in hand at once. */
  readonly most?: number;
  /** So many wait at once, of each kind. */
  readonly mostWaiting?: number;
}

const MOST = 256;
const MOST_WAITING = 2_000;
/** So long one turn may take before others are heard. */
const TURN_MS = 10;
/** So many begin in one turn. */
const MOST_IN_TURN = 16;
/** One turn takes one new connection: so many are given to those who come before the next work begins. */
const MOST_LISTENING = 16;
/** Whoever waits longer is turned away, where nobody has had to wait for long before … */
const BURST_MS = 1_500;
/** … and where some have waited all the time for so long, whoever waits longer than this. */
const STANDING_MS = 400;
const URGENT_MS = 5_000;

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
  readonly shed: () => void;
}

export function admission(options: AdmissionOptions): Admission {
  const { clock, later, most = MOST, mostWaiting = MOST_WAITING } = options;
  const urgent = line();
  const others = line();
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

  const longest = (now: number): number => (now - state.busySince >= BURST_MS ? STANDING_MS : BURST_MS);

  const shedOld = (now: number): void => {
    while (urgent.waitedSince() < now - URGENT_MS) urgent.take()?.shed();
    while (others.waitedSince() < now - longest(now)) others.take()?.shed();
  };

  const take = (): Waiting | undefined => {
    const [first, second] = state.urgentNext ? [urgent, others] : [others, urgent];
    state.urgentNext = !state.urgentNext;
    return first.take() ?? second.take();
  };

  const beginOne = (): void => {
    state.toBegin -= 1;
    const now = clock();
    if (Number.isNaN(state.turnBegan)) state.turnBegan = now;
    shedOld(now);
    if (state.inHand < most && now - state.turnBegan < TURN_MS) take()?.begin();
    if (waiting() === 0) state.busySince = Number.NaN;
    if (state.toBegin > 0) return;
    state.turnBegan = Number.NaN;
    listen(state.came, MOST_LISTENING);
  };

  /** Goes on once nobody new comes: `known` had come before. */
  const listen = (known: number, left: number): void => {
    if (waiting() === 0 || left === 0) {
      beginLater();
      return;
    }
    state.listening = true;
    later(() => {
      state.listening = false;
      if (state.came > known) listen(state.came, left - 1);
      else beginLater();
    });
  };

  // Each in a step of its own: what one comes to without waiting is done before the next begins.
  const beginLater = (): void => {
    if (state.toBegin > 0 || state.listening || state.inHand >= most) return;
    state.toBegin = Math.min(waiting(), MOST_IN_TURN);
    for (let left = state.toBegin; left > 0; left--) later(beginOne);
  };

  const hasRoom = (now: number): boolean => {
    if (waiting() > 0 || state.inHand >= most) return false;
    if (Number.isNaN(state.turnBegan)) {
      state.turnBegan = now;
      later(() => {
        if (state.toBegin === 0) state.turnBegan = Number.NaN;
      });
    }
    return now - state.turnBegan < TURN_MS;
  };

  const inHand = async <T>(work: () => Promise<T>): Promise<T> => {
    state.inHand += 1;
    try {
      return await work();
    } finally {
      state.inHand -= 1;
      beginLater();
    }
  };

  const inLine = <T>(work: () => Promise<T>, since: number, isUrgent: boolean): Promise<T | null> =>
    new Promise((resolve, reject) => {
      const shed = () => {
        state.shed += 1;
        resolve(null);
      };
      const own = isUrgent ? urgent : others;
      if (own.size() >= mostWaiting) return shed();
      if (waiting() === 0) state.busySince = since;
      own.add({ since, begin: () => void inHand(work).then(resolve, reject), shed });
      beginLater();
    });

  return {
    admit: (work, isUrgent) => {
      const now = clock();
      state.came += 1;
      shedOld(now);
      return hasRoom(now) ? inHand(work) : inLine(work, now, isUrgent);
    },
    figures: () => ({ inHand: state.inHand, waiting: waiting(), shed: state.shed }),
  };
}

/** Who comes first goes first. */
function line() {
  let all: Waiting[] = [];
  let at = 0;
  return {
    size: () => all.length - at,
    /** Since when the first waits; never, where nobody does. */
    waitedSince: () => all[at]?.since ?? Number.POSITIVE_INFINITY,
    add: (one: Waiting) => void all.push(one),
    take: (): Waiting | undefined => {
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
