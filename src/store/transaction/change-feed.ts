import type { ChangedRecord } from '../core/store.ts';

type Listener = (changes: readonly ChangedRecord[]) => void;

/** Publishes committed changes to listeners. */
export interface ChangeFeed {
  readonly publish: Listener;
  readonly subscribe: (listener: Listener) => () => void;
  readonly end: () => void;
}

export function createChangeFeed(): ChangeFeed {
  const listeners = new Set<Listener>();
  return {
    publish: (changes) => {
      for (const listener of listeners) notify(listener, changes);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
