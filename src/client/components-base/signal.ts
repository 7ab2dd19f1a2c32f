import { useState, useSyncExternalStore } from 'react';

/** A value that one component sets and another renders, without re-rendering the components between them. */
export interface Signal<Value> {
  readonly now: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a signal that lives as long as the calling component, which is not re-rendered by changes of the value. */
export function useSignal<Value>(first: Value): Signal<Value> {
  return useState(() => signal(first))[0];
}

export const useSignalValue = <Value>({ subscribe, now }: Signal<Value>): Value => useSyncExternalStore(subscribe, now);

function signal<Value>(first: Value): Signal<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    now: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
