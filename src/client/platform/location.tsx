import { createBrowserHistory, type RouterHistory } from '@tanstack/history';
import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react';

const HistoryContext = createContext<RouterHistory | null>(null);

/** Provides the location. `history` is the browser's, unless a test passes another. */
export function LocationProvider({
  history,
  children,
}: {
  readonly history?: RouterHistory;
  readonly children: ReactNode;
}) {
  const own = useMemo(() => history ?? createBrowserHistory(), [history]);
  return <HistoryContext value={own}>{children}</HistoryContext>;
}

export interface Location {
  /** As in the address, with escapes. */
  readonly path: string;
  readonly search: string;
  readonly href: string;
  /** With the `#`; empty if there is none. */
  readonly hash: string;
}

/** Returns the current location and re-renders when it changes. */
export function useLocation(): Location {
  const history = useRouterHistory();
  const current = useSyncExternalStore(
    useCallback((listener: () => void) => history.subscribe(listener), [history]),
    () => history.location,
  );
  return useMemo(
    () => ({
      path: current.pathname,
      search: current.search,
      href: current.pathname + current.search,
      hash: current.hash,
    }),
    [current],
  );
}

/** Navigates to a path of the application, such as `/orders?q=a`. */
export type Go = (href: string, options?: { readonly replace?: boolean }) => void;

export function useGo(): Go {
  const history = useRouterHistory();
  return useCallback(
    (href, { replace = false } = {}) => {
      if (replace) return history.replace(href);
      history.push(href);
      globalThis.scrollTo?.(0, 0);
    },
    [history],
  );
}

/** Goes one step back, or to `otherwise` if this page was the first. */
export function useBack(): (otherwise: string) => void {
  const history = useRouterHistory();
  return useCallback((otherwise) => (history.canGoBack() ? history.back() : history.replace(otherwise)), [history]);
}

export function useRouterHistory(): RouterHistory {
  const history = use(HistoryContext);
  if (history === null) throw new Error('There is no LocationProvider above this part.');
  return history;
}
