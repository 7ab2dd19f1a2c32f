import { type ReactNode, Suspense } from 'react';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import type { ListSearch } from '../../view/list-search.ts';
import { useView } from '../../view/view-context.tsx';
import { useSavedViews } from './use-saved-views.ts';

const Views = lazyPreloaded(() => import('./views.tsx'), 'Views');

/** The saved views of a board or a calendar, as elements to render. */
export interface ViewsOfList {
  /** True while one of the views is being opened: records must not be fetched yet. */
  readonly isOpening: boolean;
  /** The tabs of the views; null if there are none. */
  readonly tabs: ReactNode;
  /** The button to save a view; null if there are views, whose tabs include it. */
  readonly button: ReactNode;
}

/** Returns the saved views of a board or a calendar. `parts`: what a view of this screen can contain. */
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
