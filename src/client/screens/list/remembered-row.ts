import { arrayIn, readStorage, writeStorage } from '../../platform/browser-storage.ts';

/** The position of a person in a list, to return to the same row. */
export interface Place {
  /** The query of the list, as text. */
  readonly asked: string;
  readonly row: string;
}

const keyOf = (person: string, screen: string) => `ninefold place ${person} ${screen}`;

/** Returns the id of the row that was active in the list; null if there is none or the last query was another one. */
export function rememberedRow(person: string, screen: string, asked: string): string | null {
  const [before, row] = arrayIn(readStorage(keyOf(person, screen), 'sessionStorage'));
  return before === asked && typeof row === 'string' ? row : null;
}

/** Stores the position until the browser tab is closed. Without it, the person returns to the start of the list. */
export const rememberRow = (person: string, screen: string, { asked, row }: Place): void =>
  writeStorage(keyOf(person, screen), JSON.stringify([asked, row]), 'sessionStorage');
