import type { WireListView } from '../../../engine/query/saved-list-view.ts';
import { readStorage, writeStorage } from '../../platform/browser-storage.ts';
import type { ListSearch } from '../../view/search-text.ts';

/** In the address where no kept list is open, and none is to open by itself. */
export const NONE = '-';

/** What the address says where a kept list is opened; null: the list as the document states it. */
export function searchFor(view: WireListView | null): Partial<ListSearch> {
  if (view === null) return { filter: '', q: '', sort: '', filters: '', group: '', saved: NONE };
  const { filter, q, sort, filters, group } = view.state;
  return { filter, q, sort, filters, group, saved: view.id };
}

/** Whether an address asks nothing at all: then the list opens with what the person chose. */
export const isBare = ({ filter, q, sort, filters, group, saved }: ListSearch): boolean =>
  [filter, q, sort, filters, group, saved].every((part) => part === '');

const keyOf = (person: string, screen: string) => `ninefold kept ${person} ${screen}`;

/** What a person had kept at a screen when it was last opened on this machine: `opens`, one that it opened with. */
export const rememberedView = (person: string, screen: string) =>
  readStorage(keyOf(person, screen)) as 'opens' | 'some' | null;

/** Without it the list is asked once more, and what is kept comes above it late. */
export const rememberView = (person: string, screen: string, kept: 'opens' | 'some' | null): void =>
  writeStorage(keyOf(person, screen), kept);
