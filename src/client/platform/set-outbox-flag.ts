import { unsentAt } from './outbox-flag.ts';

/** Sets for which records writes of a person wait; an empty array means none. */
export function setUnsent(person: string, lines: readonly string[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(unsentAt(person));
    else localStorage.setItem(unsentAt(person), lines.join('\n'));
  } catch {
    // Without storage nothing can wait either.
  }
}
