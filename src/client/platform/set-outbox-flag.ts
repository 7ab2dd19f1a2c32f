import { unsentAt } from './outbox-flag.ts';

/** Says what waits for a person; no lines: nothing does. */
export function setUnsent(person: string, lines: readonly string[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(unsentAt(person));
    else localStorage.setItem(unsentAt(person), lines.join('\n'));
  } catch {
    // No storage: then there is no shelf either.
  }
}
