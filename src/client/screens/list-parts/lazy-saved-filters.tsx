import { Suspense } from 'react';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import type { SavedFiltersProps } from './saved-filters.tsx';

const Drawn = lazyPreloaded(() => import('./saved-filters.tsx'), 'SavedFilters');

/**
 * The filters of a list, loaded on demand; until then a placeholder of the same height, so that nothing moves. They
 * have a `Suspense` of their own: without it, React would restart rendering the whole list on each update meanwhile.
 */
export function SavedFilters(props: SavedFiltersProps) {
  if (props.screen.filters.length === 0) return null;
  return (
    <Suspense fallback={<div className="saved-space" />}>
      <Drawn {...props} />
    </Suspense>
  );
}
