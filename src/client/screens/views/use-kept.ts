import { useEffect } from 'react';
import type { WireListView, WireListViews } from '../../../engine/list-state.ts';
import { useListViews } from '../../api/views.ts';
import type { ListSearch } from '../../view/search.ts';
import { useView } from '../../view/view.tsx';
import { isBare, isOpeningRemembered, NONE, rememberOpening, searchFor } from './opening.ts';

/** The lists that are kept at a screen. */
export interface KeptInHand {
  /** Null while they are not known, and for guests, who keep none. */
  readonly views: WireListViews | null;
  /** The one that is open. */
  readonly open: WireListView | null;
  /** The list is about to open with one of them: nothing is asked before. */
  readonly isOpening: boolean;
}

/**
 * Which kept list is open, by the address. A bare address opens the one that the person chose; who never chose one here
 * does not wait for it.
 */
export function useKept(
  screen: string,
  asked: ListSearch,
  change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void,
): KeptInHand {
  const { person } = useView();
  const { data, isLoading } = useListViews(screen);
  const id = person?.id ?? '';
  const opening = data === undefined ? null : (data.items.find(({ id }) => id === data.opening) ?? null);
  const bare = isBare(asked);
  const named = asked.saved !== '' && asked.saved !== NONE;
  useEffect(() => {
    if (data !== undefined) rememberOpening(id, screen, opening !== null);
    if (bare && opening !== null) change(searchFor(opening), { replace: true });
  }, [data, id, screen, opening, bare, change]);
  return {
    views: data ?? null,
    open: data?.items.find(({ id }) => id === asked.saved) ?? null,
    isOpening: isLoading ? (bare ? isOpeningRemembered(id, screen) : named) : bare && opening !== null,
  };
}
