import { useEffect } from 'react';
import type { WireListView, WireListViews } from '../../../engine/query/saved-list-view.ts';
import { useListViews } from '../../data/views.ts';
import type { ListSearch } from '../../view/list-search.ts';
import { useView } from '../../view/view-context.tsx';
import { isBare, NONE, rememberedView, rememberView, searchFor } from './opening-view.ts';

/** The saved views of a screen. */
export interface SavedViews {
  /** Null until they are loaded, and for guests, who can't save views. */
  readonly views: WireListViews | null;
  /** Whether there are any. Until they are loaded, as it was when the screen was last open in this browser. */
  readonly hasViews: boolean;
  /** The open view; null if none is. */
  readonly open: WireListView | null;
  /** True while one of the views is being opened: the list must not be fetched yet. */
  readonly isOpening: boolean;
}

/**
 * Loads the saved views of a screen; the address says which is open. An address without list state opens the person's
 * default view. The list waits for it only if there was a default view when the screen was last open in this browser.
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
