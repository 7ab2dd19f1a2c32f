import { createContext, use } from 'react';

/** Somebody else at the record that a page shows. */
export interface Present {
  readonly id: string;
  readonly name: string;
  /** Whether they have typed there what they did not save. */
  readonly editing: boolean;
}

/** As `present` events say it. */
export interface PresentAt {
  readonly entity: string;
  readonly id: string;
  readonly people: readonly Present[];
}

/** Where a page is. */
export interface Place {
  readonly entity: string;
  readonly id: string;
  readonly editing: boolean;
}

/** This page, as the server knows it by its connection (`thisTab`). `heard`: what is told; null: what was told before counts no more. */
export interface HerePage {
  /** Whether the connection stands. */
  stands: boolean;
  /** Where it is to be; null: at no record. */
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

/** The connection stands anew, or is lost: of who is where nothing is known. */
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
