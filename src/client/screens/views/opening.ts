import type { WireListView } from '../../../engine/list-state.ts';
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

const keyOf = (person: string, screen: string) => `ninefold opening ${person} ${screen}`;

/** Whether a list opened with one that was kept, when it was last opened on this machine. */
export function isOpeningRemembered(person: string, screen: string): boolean {
  try {
    return localStorage.getItem(keyOf(person, screen)) !== null;
  } catch {
    return false;
  }
}

export function rememberOpening(person: string, screen: string, opens: boolean): void {
  try {
    if (opens) localStorage.setItem(keyOf(person, screen), '1');
    else localStorage.removeItem(keyOf(person, screen));
  } catch {
    // Without it the list is asked once more.
  }
}
