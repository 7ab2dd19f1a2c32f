import { useRef } from 'react';
import { moved, removed } from './change-lines.ts';

/** Keys that go with lines while they move, so that what is being typed stays in its line. */
export function useLineKeys(count: number) {
  const held = useRef<{ keys: readonly number[]; next: number }>({ keys: [], next: 0 });
  const fit = (length: number) => {
    const { keys, next } = held.current;
    if (keys.length === length) return;
    // Lines that came from elsewhere: those that are there keep their keys.
    const more = Math.max(0, length - keys.length);
    held.current = {
      keys: [...keys.slice(0, length), ...Array.from({ length: more }, (_, at) => next + at)],
      next: next + more,
    };
  };
  fit(count);
  return {
    at: (index: number) => held.current.keys[index] ?? index,
    add: () => fit(held.current.keys.length + 1),
    remove: (index: number) => {
      held.current = { ...held.current, keys: removed(held.current.keys, index) };
    },
    move: (index: number, by: -1 | 1) => {
      held.current = { ...held.current, keys: moved(held.current.keys, index, by) };
    },
  };
}
