/** Where a person was in a list, so that they come back to the same row. */
export interface Place {
  /** What the list was asked. */
  readonly asked: string;
  readonly row: string;
}

const keyOf = (person: string, screen: string) => `ninefold place ${person} ${screen}`;

/** The row that was active when this list was last asked the same; null where there is none. */
export function rememberedRow(person: string, screen: string, asked: string): string | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(person, screen)) ?? 'null');
    if (!Array.isArray(stored)) return null;
    const [before, row] = stored;
    return before === asked && typeof row === 'string' ? row : null;
  } catch {
    return null;
  }
}

/** Keeps it for as long as the tab is open. */
export function rememberRow(person: string, screen: string, { asked, row }: Place): void {
  try {
    sessionStorage.setItem(keyOf(person, screen), JSON.stringify([asked, row]));
  } catch {
    // Without it one comes back to the beginning of the list.
  }
}
