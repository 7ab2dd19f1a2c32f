/*
 * Of which records something waits on this device, so that whoever writes knows it without asking the device: the
 * person, then `entity/id` a line. A new record has no id.
 */

export const UNSENT = 'ninefold unsent';

/** What waits for this person, a line each; empty: nothing. */
export function unsentOf(person: string | undefined): readonly string[] {
  try {
    const [whose, ...lines] = (localStorage.getItem(UNSENT) ?? '').split('\n');
    return whose === person ? lines : [];
  } catch {
    return [];
  }
}
