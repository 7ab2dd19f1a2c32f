import type { ChangedRecord, Store } from '../core/store.ts';

type Listener = (changes: readonly ChangedRecord[]) => void;

/** Publishes committed changes to listeners. */
export interface ChangeFeed {
  readonly publish: Listener;
  readonly subscribe: Store['subscribe'];
  /** Whether a listener needs what other processes change. */
  readonly wantsOthers: () => boolean;
  readonly end: () => void;
}

export function createChangeFeed(): ChangeFeed {
  const listeners = new Map<Listener, () => boolean>();
  return {
    publish: (changes) => {
      for (const listener of listeners.keys()) notify(listener, changes);
    },
    subscribe: (listener, wantsOthers = () => true) => {
      listeners.set(listener, wantsOthers);
      return () => listeners.delete(listener);
    },
    wantsOthers: () => [...listeners.values()].some((wants) => wants()),
    end: () => listeners.clear(),
  };
}

/**
 * The write is committed regardless of listeners, so an exception in one listener is ignored and does not affect the
 * others.
 */
function notify(listener: Listener, changes: readonly ChangedRecord[]): void {
  try {
    listener(changes);
  } catch {
    return;
  }
}
