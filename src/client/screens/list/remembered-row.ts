import { arrayIn, readStorage, writeStorage } from '../../platform/browser-storage.ts';

/** Where a person was in a list, so that they come back to the same row. */
export interface Place {
  /** What the list was asked. */
  readonly asked: string;
  readonly row: string;
}

const keyOf = (person: string, screen: string) => `ninefold place ${person} ${screen}`;

/** The row that was active when this list was last asked the same; null where there is none. */
export function rememberedRow(person: string, screen: string, asked: string): string | null {
  const [before, row] = arrayIn(readStorage(keyOf(person, screen), 'sessionStorage'));
  return before === asked && typeof row === 'string' ? row : null;
}

/** Keeps it for as long as the tab is open. Without it one comes back to the beginning of the list. */
export const rememberRow = (person: string, screen: string, { asked, row }: Place): void =>
  writeStorage(keyOf(person, screen), JSON.stringify([asked, row]), 'sessionStorage');
