import type { WireRecord } from '../../engine/core/wire-format.ts';
import { pageEvents } from './page-events.ts';

/** How long somebody may still stop what they pressed, in milliseconds. */
export const PAUSE = 6_000;

/** What is left at least after it stood still, since whoever stopped it is reading. */
const AGAIN = 2_000;

/** Counting begins when the message is drawn; where that takes longer than this, without it. */
const DRAWN = 4_000;

/** A page that is left can send so many bytes at most on its way out. */
const MOST_ON_LEAVING = 60_000;

/** What was pressed and has no way back. */
export interface Ask {
  /** What was pressed: "Approve". */
  readonly label: string;
  /** On what: a record's title, or how many. */
  readonly text: string;
  /** The ids of the records that it is about. */
  readonly records: readonly string[];
  /** The name of the event; null: deleting. */
  readonly event: string | null;
  /** What will happen that nothing takes back: somebody is asked, and then it is done at once. */
  readonly happens?: string | null;
  /** The card of a board that it moves, and the column. */
  readonly card?: { readonly record: WireRecord; readonly to: string };
  /** About how many bytes are sent at once; infinite where one request is not enough. */
  readonly bytes?: number;
}

/** What waits, as its message is drawn. */
export interface Held {
  /** Milliseconds that are left. */
  readonly left: () => number;
  readonly stop: () => void;
  readonly now: () => void;
  /** Stands still while somebody is at it. */
  readonly pause: (isPaused: boolean) => void;
  readonly drawn: () => void;
}

type Phase = 'behind' | 'waits' | 'is sent';

/** One thing that was pressed, until the server has answered. */
export interface Entry {
  readonly ask: Ask;
  readonly phase: Phase;
}

export interface Waiting {
  /**
   * Does `work` once the time is over; null where it was stopped before. What already waits about the same records is
   * sent at once, and first. `tell` draws the message; what it gives takes it away.
   */
  readonly hold: <T>(
    ask: Ask,
    work: () => Promise<T>,
    tell: (held: Held) => () => void,
  ) => Promise<{ value: T } | null>;
  /** Sends what waits about these records and resolves when all of it is answered. */
  readonly settle: (records: readonly string[]) => Promise<void>;
  /** The same of everything. */
  readonly settleAll: () => Promise<void>;
  /** A write of one's own made one version of another: what was pressed over the first is about the second by now. */
  readonly follows: (id: string, before: string, after: string) => void;
  readonly versionOf: (id: string, etag: string) => string;
  readonly entries: () => readonly Entry[];
  readonly listen: (told: () => void) => () => void;
  /** Whether the page is being left. */
  readonly isLeaving: () => boolean;
}

interface Kept extends Entry {
  phase: Phase;
  send: () => void;
  drop: () => void;
  readonly finished: Promise<void>;
}

/** Time in milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Does something so much later; the answer takes that back. */
  readonly after: (wait: number, work: () => void) => () => void;
}

const clockOfPage: Clock = {
  now: () => performance.now(),
  after: (wait, work) => {
    const timer = setTimeout(work, wait);
    return () => clearTimeout(timer);
  },
};

/** What waits on one page. Nothing of it is lost: whoever leaves sends it, or is asked. */
export function createWaiting(events = pageEvents, clock = clockOfPage): Waiting {
  let all: readonly Kept[] = [];
  let leaving = false;
  const versions = new Map<string, string>();
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | null = null;

  const changed = (next: readonly Kept[]) => {
    all = next;
    if (all.length > 0) stopListening ??= events({ leave, mustAsk, back, settleAll, drop });
    else {
      stopListening?.();
      stopListening = null;
      // A page that comes back after it was left is no longer listened to.
      leaving = false;
    }
    for (const told of listeners) told();
  };
  const about = (records: readonly string[]) => all.filter(({ ask }) => ask.records.some((id) => records.includes(id)));
  const settled = async (entries: readonly Kept[]) => {
    for (const entry of entries) entry.send();
    await Promise.all(entries.map(({ finished }) => finished));
  };
  const settleAll = () => settled(all);
  const leave = () => {
    leaving = true;
    for (const entry of all) entry.send();
  };
  const back = () => {
    leaving = false;
  };
  const drop = () => {
    for (const entry of all) entry.drop();
  };
  const mustAsk = () =>
    all.some(({ phase }) => phase === 'behind') ||
    all.reduce((sum, { ask, phase }) => sum + (phase === 'waits' ? (ask.bytes ?? 500) : 0), 0) > MOST_ON_LEAVING;

  const hold: Waiting['hold'] = async (ask, work, tell) => {
    const before = about(ask.records);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const entry: Kept = { ask, phase: 'behind', finished, send: () => undefined, drop: () => undefined };
    let isHurried = false;
    let isDropped = false;
    entry.send = () => {
      isHurried = true;
    };
    entry.drop = () => {
      isDropped = true;
    };
    changed([...all, entry]);
    try {
      if (before.length > 0) await settled(before);
      if (isDropped || (!isHurried && !(await counted(entry, tell)))) return null;
      entry.phase = 'is sent';
      changed([...all]);
      return { value: await work() };
    } finally {
      finish();
      changed(all.filter((each) => each !== entry));
    }
  };
  /** Counts down; whether it is to be sent. */
  const counted = (entry: Kept, tell: (held: Held) => () => void): Promise<boolean> =>
    new Promise((resolve) => {
      let left = PAUSE;
      let since: number | null = null;
      let stopClock: () => void = () => undefined;
      let takeAway: () => void = () => undefined;
      const end = (goes: boolean) => {
        stopClock();
        entry.send = () => undefined;
        entry.drop = () => undefined;
        takeAway();
        resolve(goes);
      };
      const run = () => {
        stopClock();
        since = clock.now();
        stopClock = clock.after(left, () => end(true));
      };
      const stand = () => {
        stopClock();
        if (since !== null) left = Math.max(AGAIN, left - (clock.now() - since));
        since = null;
      };
      entry.phase = 'waits';
      entry.send = () => end(true);
      entry.drop = () => end(false);
      let isDrawn = false;
      const drawn = () => {
        if (!isDrawn) run();
        isDrawn = true;
      };
      stopClock = clock.after(DRAWN, drawn);
      takeAway = tell({
        left: () => Math.max(0, since === null ? left : left - (clock.now() - since)),
        stop: () => end(false),
        now: () => end(true),
        pause: (isPaused) => {
          if (isPaused) stand();
          else if (since === null) run();
        },
        drawn,
      });
      changed([...all]);
    });

  return {
    hold,
    settle: (records) => settled(about(records)),
    settleAll,
    follows: (id, before, after) => {
      if (before !== after) versions.set(`${id} ${before}`, after);
    },
    versionOf: (id, etag) => {
      let now = etag;
      for (const seen = new Set<string>(); !seen.has(now); ) {
        seen.add(now);
        now = versions.get(`${id} ${now}`) ?? now;
      }
      return now;
    },
    entries: () => all,
    listen: (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    isLeaving: () => leaving,
  };
}
