import { useEffect } from 'react';
import type { WireListView, WireListViews } from '../../../engine/query/saved-list-view.ts';
import { useListViews } from '../../data/views.ts';
import type { ListSearch } from '../../view/list-search.ts';
import { useView } from '../../view/view-context.tsx';
import { isBare, NONE, rememberedView, rememberView, searchFor } from './opening-view.ts';

/** The lists that are kept at a screen. */
export interface SavedViews {
  /** Null while they are not known, and for guests, who keep none. */
  readonly views: WireListViews | null;
  /** There are some; while they are not known, as it was when the screen was last opened on this machine. */
  readonly hasViews: boolean;
  /** The one that is open. */
  readonly open: WireListView | null;
  /** The list is about to open with one of them: nothing is asked before. */
  readonly isOpening: boolean;
}

/**
 * Which kept list is open, by the address. A bare address opens the one that the person chose; who never chose one here
 * does not wait for it.
 */
export function useSavedViews(
  screen: string,
  asked: ListSearch,
  change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void,
): SavedViews {
  const { person } = useView();
  const { data, isLoading } = useListViews(screen);
  const id = person?.id ?? '';
  const opening = data === undefined ? null : (data.items.find(({ id }) => id === data.opening) ?? null);
  const before = rememberedView(id, screen);
  const hasViews = data === undefined ? before !== null : data.items.length > 0;
  const bare = isBare(asked);
  const named = asked.saved !== '' && asked.saved !== NONE;
  useEffect(() => {
    if (data !== undefined) rememberView(id, screen, opening !== null ? 'opens' : hasViews ? 'some' : null);
    if (bare && opening !== null) change(searchFor(opening), { replace: true });
  }, [data, id, screen, opening, hasViews, bare, change]);
  return {
    views: data ?? null,
    hasViews,
    open: data?.items.find(({ id }) => id === asked.saved) ?? null,
    isOpening: isLoading ? (bare ? before === 'opens' : named) : bare && opening !== null,
  };
}
