import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';

/** The addresses that redirected since a screen was last shown. */
export const Trail = createContext<Set<string> | null>(null);

export function LeadingOn({ children }: { readonly children: ReactNode }) {
  const trail = useRef<Set<string>>(null);
  trail.current ??= new Set();
  return <Trail value={trail.current}>{children}</Trail>;
}

// If it can't be loaded, its requests would not succeed either.
const Refreshing = lazyWithoutFallback(
  () => import('./refreshing-screen.tsx'),
  'Refreshing',
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
  const trail = use(Trail);
  useEffect(() => trail?.clear(), [trail]);
  return (
    <>
      {children}
      {refresh !== null && <Refreshing every={refresh} />}
    </>
  );
}
