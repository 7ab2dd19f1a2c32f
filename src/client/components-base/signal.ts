import { useState, useSyncExternalStore } from 'react';

/** A value that one part says and another one draws, so that nothing between them is drawn anew. */
export interface Signal<Value> {
  readonly now: () => Value;
  readonly set: (value: Value) => void;
  readonly hear: (told: () => void) => () => void;
}

/** One for the life of the part that calls it, which is not drawn anew by what is said. */
export function useSignal<Value>(first: Value): Signal<Value> {
  return useState(() => signal(first))[0];
}

export const useSignalled = <Value>({ hear, now }: Signal<Value>): Value => useSyncExternalStore(hear, now);

function signal<Value>(first: Value): Signal<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    now: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const told of listeners) told();
    },
    hear: (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
  };
}
