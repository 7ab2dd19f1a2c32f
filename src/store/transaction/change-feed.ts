import type { Changed } from '../core/store.ts';

type Listener = (changes: readonly Changed[]) => void;

/** Those who want to hear of what was committed. */
export interface Telling {
  readonly tell: Listener;
  readonly subscribe: (listener: Listener) => () => void;
  readonly end: () => void;
}

export function telling(): Telling {
  const listeners = new Set<Listener>();
  return {
    tell: (changes) => {
      for (const listener of listeners) told(listener, changes);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: () => listeners.clear(),
  };
}

/** The write is committed whatever a listener makes of it: one that fails is its own affair, and stops nobody else. */
function told(listener: Listener, changes: readonly Changed[]): void {
  try {
    listener(changes);
  } catch {
    return;
  }
}
