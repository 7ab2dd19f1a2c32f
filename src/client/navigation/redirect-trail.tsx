import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { preload } from '../components-base/lazy-preloaded.ts';

/** Addresses that led on since somebody last stayed at one. */
export const Trail = createContext<Set<string> | null>(null);

export function LeadingOn({ children }: { readonly children: ReactNode }) {
  const trail = useRef<Set<string>>(null);
  trail.current ??= new Set();
  return <Trail value={trail.current}>{children}</Trail>;
}

// What can't be fetched now would not fetch anything either.
const Refreshing = preload(
  () => import('./refreshing-screen.tsx'),
  'Refreshing',
  () => null,
);

/** Somebody stays here: what led them here does not matter any more. What it shows is fetched anew by the clock where the document says so. */
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
