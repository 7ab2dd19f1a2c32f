import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';

/** The addresses that redirected since a screen was last shown. */
export const RedirectTrailContext = createContext<Set<string> | null>(null);

export function RedirectTrailProvider({ children }: { readonly children: ReactNode }) {
  const trail = useRef<Set<string>>(null);
  trail.current ??= new Set();
  return <RedirectTrailContext value={trail.current}>{children}</RedirectTrailContext>;
}

// If it can't be loaded, its requests would not succeed either.
const RefreshingScreen = lazyWithoutFallback(
  () => import('./refreshing-screen.tsx'),
  'RefreshingScreen',
  () => null,
);

/**
 * A screen that is shown: clears the trail of redirects, and refreshes the screen at the interval that the document
 * gives.
 */
export function RedirectTrail({
  refresh,
  children,
}: {
  readonly refresh: number | null;
  readonly children: ReactNode;
}) {
  const trail = use(RedirectTrailContext);
  useEffect(() => trail?.clear(), [trail]);
  return (
    <>
      {children}
      {refresh !== null && <RefreshingScreen every={refresh} />}
    </>
  );
}
