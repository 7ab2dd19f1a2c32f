import { useRef } from 'react';
import { moved, removed } from './change-lines.ts';

/** React keys that follow lines as they move, so that the focus and typed text stay in their line. */
export function useLineKeys(count: number) {
  const held = useRef<{ keys: readonly number[]; next: number }>({ keys: [], next: 0 });
  const fit = (length: number) => {
    const { keys, next } = held.current;
    if (keys.length === length) return;
    // Lines were added or removed elsewhere: the first ones keep their keys.
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
