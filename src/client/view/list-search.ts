import { useCallback, useMemo } from 'react';
import { useGo, useLocation } from '../platform/location.tsx';
import { type ListSearch, readSearch, writeSearch } from './search-text.ts';

export { type ListSearch, readSearch, writeSearch } from './search-text.ts';

/**
 * Returns the list's part of the address, and a function to change it: `change({ q: 'taxi' })`. By default the change
 * replaces the history entry, as for typing.
 */
export function useListSearch(): readonly [
  ListSearch,
  (change: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void,
] {
  const { path, search } = useLocation();
  const go = useGo();
  const current = useMemo(() => readSearch(search), [search]);
  const change = useCallback(
    (part: Partial<ListSearch>, options: { readonly replace?: boolean } = { replace: true }) =>
      go(`${path}${writeSearch({ ...current, ...part })}`, options),
    [go, path, current],
  );
  return [current, change];
}
