import { createContext, use } from 'react';

/** Another person at the record that a page shows. */
export interface PresentPerson {
  readonly id: string;
  readonly name: string;
  /** Whether they have unsaved changes there. */
  readonly editing: boolean;
}

/** Content of a `present` event. */
export interface PresenceUpdate {
  readonly entity: string;
  readonly id: string;
  readonly people: readonly PresentPerson[];
}

/** The record that a page shows. */
export interface RecordPlace {
  readonly entity: string;
  readonly id: string;
  readonly editing: boolean;
}

/**
 * Presence of this page, which the server knows by its connection (`thisTab`). Listeners receive null when earlier
 * information is no longer valid.
 */
export interface PagePresence {
  /** Whether the live connection is open. */
  isConnected: boolean;
  /** The record to announce; null if the page shows none. */
  place: RecordPlace | null;
  sending: Promise<void> | null;
  readonly listeners: Set<(update: PresenceUpdate | null) => void>;
}

export const createPagePresence = (): PagePresence => ({
  isConnected: false,
  place: null,
  sending: null,
  listeners: new Set(),
});

/** Records that the live connection was opened or lost, and tells all listeners that presence is unknown. */
export function setPresenceConnected(page: PagePresence, isConnected: boolean): void {
  page.isConnected = isConnected;
  for (const each of page.listeners) each(null);
}

export const PresenceContext = createContext<PagePresence | null>(null);

export function usePagePresence(): PagePresence {
  const page = use(PresenceContext);
  if (page === null) throw new Error('There is no HereContext above this part.');
  return page;
}
