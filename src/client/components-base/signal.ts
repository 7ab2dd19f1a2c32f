import { useState, useSyncExternalStore } from 'react';

/** A value that one component sets and another renders, without re-rendering the components between them. */
export interface Signal<Value> {
  readonly now: () => Value;
  readonly set: (value: Value) => void;
  readonly hear: (told: () => void) => () => void;
}

/** Creates a signal that lives as long as the calling component, which is not re-rendered by changes of the value. */
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
