/*
 * Of which records something waits on this device, so that whoever writes knows it without asking the device: for each
 * person `entity/id` a line. A new record has no id.
 */

/** Where it stands for a person. */
export const unsentAt = (person: string): string => `ninefold unsent ${person}`;

/** What waits for this person, a line each; empty: nothing. */
export function unsentOf(person: string | undefined): readonly string[] {
  try {
    const lines = localStorage.getItem(unsentAt(person ?? ''));
    return lines === null ? [] : lines.split('\n');
  } catch {
    return [];
  }
}
