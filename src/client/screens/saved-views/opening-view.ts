import type { WireListView } from '../../../engine/query/saved-list-view.ts';
import { readStorage, writeStorage } from '../../platform/browser-storage.ts';
import type { ListSearch } from '../../view/search-text.ts';

/** The value of `saved` in the address if no saved view is open and none may open by default. */
export const NONE = '-';

/** Returns the address's state for an open saved view. `view`: null for the list as the document states it. */
export function searchFor(view: WireListView | null): Partial<ListSearch> {
  if (view === null) return { filter: '', q: '', sort: '', filters: '', group: '', saved: NONE };
  const { filter, q, sort, filters, group } = view.state;
  return { filter, q, sort, filters, group, saved: view.id };
}

/** Whether an address has no list state. The list then opens with the person's default view. */
export const isBare = ({ filter, q, sort, filters, group, saved }: ListSearch): boolean =>
  [filter, q, sort, filters, group, saved].every((part) => part === '');

const keyOf = (person: string, screen: string) => `ninefold kept ${person} ${screen}`;

/**
 * Returns what was known of a person's saved views when the screen was last open in this browser: `opens` if one was
 * the default, `some` if there were only others, null if there were none.
 */
export const rememberedView = (person: string, screen: string) =>
  readStorage(keyOf(person, screen)) as 'opens' | 'some' | null;

/** Stores the value for `rememberedView`. Without it, the list is fetched once before its default view is known. */
export const rememberView = (person: string, screen: string, kept: 'opens' | 'some' | null): void =>
  writeStorage(keyOf(person, screen), kept);
