import { type ReactNode, Suspense } from 'react';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import type { ListSearch } from '../../view/list-search.ts';
import { useView } from '../../view/view-context.tsx';
import { useSavedViews } from './use-saved-views.ts';

const Views = lazyPreloaded(() => import('./views.tsx'), 'Views');

/** What is kept of a screen that is no list. */
export interface ViewsOfList {
  /** It is about to open as it was kept: nothing is asked before. */
  readonly isOpening: boolean;
  /** Where there are views, as tabs above it; else null. */
  readonly tabs: ReactNode;
  /** Where there are none, a button that keeps one; else null. */
  readonly button: ReactNode;
}

/** The views of a board or a calendar: of what is asked of it, those parts that it has. */
export function useViewsOfList(
  screen: string,
  asked: ListSearch,
  change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void,
  parts: readonly ('q' | 'filters')[],
): ViewsOfList {
  const { person } = useView();
  const kept = useSavedViews(screen, asked, change);
  const { isOpening, hasViews } = kept;
  if (parts.length === 0) return { isOpening, tabs: null, button: null };
  const space = hasViews ? <div className="views-space" /> : <span className="views-space" />;
  if (kept.views === null)
    return { isOpening, tabs: hasViews ? space : null, button: hasViews || person === null ? null : space };
  const own = { ...asked, filter: '', q: '', sort: '', filters: '', group: '' };
  for (const part of parts) own[part] = asked[part];
  const views = (
    <Suspense fallback={space}>
      <Views screen={screen} kept={kept} views={kept.views} asked={own} change={change} columns={null} />
    </Suspense>
  );
  return { isOpening, tabs: hasViews ? views : null, button: hasViews ? null : views };
}
