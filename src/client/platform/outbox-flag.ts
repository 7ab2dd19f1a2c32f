/*
 * For which records a write waits on this device, in localStorage so that it can be read synchronously: for each
 * person, lines of `entity/id`. A new record has no id.
 */

/** The storage key for a person. */
export const unsentKey = (person: string): string => `ninefold unsent ${person}`;

/** Returns the lines for this person; empty if nothing waits. */
export function unsentRecords(person: string | undefined): readonly string[] {
  try {
    const lines = localStorage.getItem(unsentKey(person ?? ''));
    return lines === null ? [] : lines.split('\n');
  } catch {
    return [];
  }
}
