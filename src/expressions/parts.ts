import type { Typed } from './typed.ts';

/** The parts joined by `and` at the top; the expression itself where there is none. */
export function partsOf(_typed: Typed): Typed[] {
  return [];
}

/** Whether an expression speaks of the record, the record before the write, the person or the clock. */
export function mentions(_typed: Typed, _word: 'this' | 'old' | 'me' | 'now' | 'today'): boolean {
  return false;
}
