import type { WireRecord } from '../../engine/core/wire-format.ts';
import { pageEvents } from './page-events.ts';

/** In milliseconds: how long an action can be stopped. */
export const DELAY_MS = 6_000;

/** In milliseconds: the least time left after a pause, since the person is reading. */
const MIN_LEFT_MS = 2_000;

/** The countdown starts when its message is rendered, or after this many milliseconds. */
const MAX_RENDER_MS = 4_000;

/** In bytes: how much a page can send while it ends. */
const MAX_BYTES_ON_LEAVE = 60_000;

/** An action that can't be undone afterwards. */
export interface DelayedAction {
  /** Label of the action: "Approve". */
  readonly label: string;
  /** The title of the record, or the number of records. */
  readonly text: string;
  /** The ids of the records. */
  readonly records: readonly string[];
  /** The name of the event; null for deleting. */
  readonly event: string | null;
  /** An irreversible consequence: the person is asked to confirm, and then the action is not delayed. */
  readonly consequence?: string | null;
  /** Whether an event of the person undoes it, and only what it does is confirmed. */
  readonly canBeUndone?: boolean;
  /** Whether it calls the records off. */
  readonly isDanger?: boolean;
  /** The card of a board and the column it moves to. */
  readonly card?: { readonly record: WireRecord; readonly to: string };
  /** Approximate size of the request; infinite if several requests are needed. */
  readonly bytes?: number;
}

/** The controls that the message of a waiting action uses. */
export interface CountdownControls {
  /** Milliseconds left. */
  readonly msLeft: () => number;
  readonly stop: () => void;
  readonly runNow: () => void;
  /** Pauses the countdown while the person interacts with the message. */
  readonly pause: (isPaused: boolean) => void;
  readonly rendered: () => void;
}

type Phase = 'behind' | 'waits' | 'is sent';

/** A queued action, until the server has answered. */
export interface QueueEntry {
  readonly action: DelayedAction;
  readonly phase: Phase;
}

export interface UndoQueue {
  /**
   * Runs `work` when the time is over; resolves to null if the action was stopped. Earlier actions on the same records
   * are sent first, without delay. `tell` shows the message and returns a function that removes it.
   */
  readonly delay: <T>(
    action: DelayedAction,
    work: () => Promise<T>,
    tell: (held: CountdownControls) => () => void,
  ) => Promise<{ value: T } | null>;
  /** Sends everything that waits for these records, and resolves when it is answered. */
  readonly flush: (records: readonly string[]) => Promise<void>;
  /** Sends everything, and resolves when it is answered. */
  readonly flushAll: () => Promise<void>;
  /**
   * Records that a write by this person turned version `before` into `after`, so that actions started on the old
   * version use the new one.
   */
  readonly noteVersion: (id: string, before: string, after: string) => void;
  readonly latestVersion: (id: string, etag: string) => string;
  readonly entries: () => readonly QueueEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether the page is ending. */
  readonly isLeaving: () => boolean;
}

interface QueuedWork extends QueueEntry {
  phase: Phase;
  send: () => void;
  drop: () => void;
  readonly finished: Promise<void>;
}

/** Times are in milliseconds. */
export interface Clock {
  readonly now: () => number;
  /** Runs work after a delay. Returns a function that cancels it. */
  readonly after: (wait: number, work: () => void) => () => void;
}

const clockOfPage: Clock = {
  now: () => performance.now(),
  after: (wait, work) => {
    const timer = setTimeout(work, wait);
    return () => clearTimeout(timer);
  },
};

/**
 * Creates the undo queue of a page. Nothing is lost when the page ends: waiting actions are sent, or the browser asks
 * the person to stay.
 */
export function createUndoQueue(events = pageEvents, clock = clockOfPage): UndoQueue {
  let all: readonly QueuedWork[] = [];
  let leaving = false;
  const versions = new Map<string, string>();
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | null = null;

  const changed = (next: readonly QueuedWork[]) => {
    all = next;
    if (all.length > 0) stopListening ??= events({ leave, mustAsk, back, flushAll, drop });
    else {
      stopListening?.();
      stopListening = null;
      // A page restored later no longer listens to page events.
      leaving = false;
    }
    for (const listener of listeners) listener();
  };
  const entriesFor = (records: readonly string[]) =>
    all.filter(({ action }) => action.records.some((id) => records.includes(id)));
  const flushEntries = async (entries: readonly QueuedWork[]) => {
    for (const entry of entries) entry.send();
    await Promise.all(entries.map(({ finished }) => finished));
  };
  const flushAll = () => flushEntries(all);
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
    all.reduce((sum, { action, phase }) => sum + (phase === 'waits' ? (action.bytes ?? 500) : 0), 0) >
      MAX_BYTES_ON_LEAVE;

  const delay: UndoQueue['delay'] = async (action, work, tell) => {
    const before = entriesFor(action.records);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const entry: QueuedWork = { action, phase: 'behind', finished, send: () => undefined, drop: () => undefined };
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
      if (before.length > 0) await flushEntries(before);
      if (isDropped || (!isHurried && !(await countDown(entry, tell)))) return null;
      entry.phase = 'is sent';
      changed([...all]);
      return { value: await work() };
    } finally {
      finish();
      changed(all.filter((each) => each !== entry));
    }
  };
  /** Counts down. Resolves to whether the action is to be sent. */
  const countDown = (entry: QueuedWork, tell: (held: CountdownControls) => () => void): Promise<boolean> =>
    new Promise((resolve) => {
      let left = DELAY_MS;
      let since: number | null = null;
      let stopClock: () => void = () => undefined;
      let removeMessage: () => void = () => undefined;
      const end = (isSent: boolean) => {
        stopClock();
        entry.send = () => undefined;
        entry.drop = () => undefined;
        removeMessage();
        resolve(isSent);
      };
      const run = () => {
        stopClock();
        since = clock.now();
        stopClock = clock.after(left, () => end(true));
      };
      const pause = () => {
        stopClock();
        if (since !== null) left = Math.max(MIN_LEFT_MS, left - (clock.now() - since));
        since = null;
      };
      entry.phase = 'waits';
      entry.send = () => end(true);
      entry.drop = () => end(false);
      let isDrawn = false;
      const rendered = () => {
        if (!isDrawn) run();
        isDrawn = true;
      };
      stopClock = clock.after(MAX_RENDER_MS, rendered);
      removeMessage = tell({
        msLeft: () => Math.max(0, since === null ? left : left - (clock.now() - since)),
        stop: () => end(false),
        runNow: () => end(true),
        pause: (isPaused) => {
          if (isPaused) pause();
          else if (since === null) run();
        },
        rendered,
      });
      changed([...all]);
    });

  return {
    delay,
    flush: (records) => flushEntries(entriesFor(records)),
    flushAll,
    noteVersion: (id, before, after) => {
      if (before !== after) versions.set(`${id} ${before}`, after);
    },
    latestVersion: (id, etag) => {
      let now = etag;
      for (const seen = new Set<string>(); !seen.has(now); ) {
        seen.add(now);
        now = versions.get(`${id} ${now}`) ?? now;
      }
      return now;
    },
    entries: () => all,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isLeaving: () => leaving,
  };
}
