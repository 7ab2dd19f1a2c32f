import { unsentKey } from './outbox-flag.ts';

/** Sets for which records writes of a person wait; an empty array means none. */
export function setUnsentRecords(person: string, lines: readonly string[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(unsentKey(person));
    else localStorage.setItem(unsentKey(person), lines.join('\n'));
  } catch {
    // Without storage nothing can wait either.
  }
}
