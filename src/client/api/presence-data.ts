import { createContext, use } from 'react';

/** Another person at the record that a page shows. */
export interface Present {
  readonly id: string;
  readonly name: string;
  /** Whether they have unsaved changes there. */
  readonly editing: boolean;
}

/** Content of a `present` event. */
export interface PresentAt {
  readonly entity: string;
  readonly id: string;
  readonly people: readonly Present[];
}

/** The record that a page shows. */
export interface Place {
  readonly entity: string;
  readonly id: string;
  readonly editing: boolean;
}

/**
 * Presence of this page, which the server knows by its connection (`thisTab`). Listeners receive null when earlier
 * information is no longer valid.
 */
export interface HerePage {
  /** Whether the live connection is open. */
  stands: boolean;
  /** The record to announce; null if the page shows none. */
  place: Place | null;
  sending: Promise<void> | null;
  readonly hearing: Set<(heard: PresentAt | null) => void>;
}

export const createHerePage = (): HerePage => ({
  stands: false,
  place: null,
  sending: null,
  hearing: new Set(),
});

/** Records that the live connection was opened or lost, and tells all listeners that presence is unknown. */
export function standsNow(page: HerePage, stands: boolean): void {
  page.stands = stands;
  for (const each of page.hearing) each(null);
}

export const HereContext = createContext<HerePage | null>(null);

export function useHerePage(): HerePage {
  const page = use(HereContext);
  if (page === null) throw new Error('There is no HereContext above this part.');
  return page;
}
