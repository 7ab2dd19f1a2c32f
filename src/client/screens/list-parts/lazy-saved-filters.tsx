import { Suspense } from 'react';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import type { SavedFiltersProps } from './saved-filters.tsx';

const Drawn = lazyPreloaded(() => import('./saved-filters.tsx'), 'SavedFilters');

/**
 * The filters of a list, once they are there; until then their row, so that nothing moves. What asks for records never
 * waits for them itself: it would begin anew with each thing that is heard of meanwhile.
 */
export function SavedFilters(props: SavedFiltersProps) {
  if (props.screen.filters.length === 0) return null;
  return (
    <Suspense fallback={<div className="saved-space" />}>
      <Drawn {...props} />
    </Suspense>
  );
}
