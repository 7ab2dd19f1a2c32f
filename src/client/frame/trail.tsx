import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import { useAhead } from './use-ahead.ts';

/** Addresses that led on since somebody last stayed at one. */
export const Trail = createContext<Set<string> | null>(null);

export function LeadingOn({ children }: { readonly children: ReactNode }) {
  const trail = useRef<Set<string>>(null);
  trail.current ??= new Set();
  return <Trail value={trail.current}>{children}</Trail>;
}

const Refreshing = lazy(() =>
  import('./refreshing.tsx').then(
    (each) => ({ default: each.Refreshing }),
    // What can't be fetched now would not fetch anything either.
    () => ({ default: () => null }),
  ),
);

/** Somebody stays here: what led them here does not matter any more. What it shows is fetched anew by the clock where the document says so. */
export function Stays({ refresh, children }: { readonly refresh: number | null; readonly children: ReactNode }) {
  useAhead();
  const trail = use(Trail);
  useEffect(() => trail?.clear(), [trail]);
  return (
    <>
      {children}
      {refresh !== null && (
        <Suspense fallback={null}>
          <Refreshing every={refresh} />
        </Suspense>
      )}
    </>
  );
}
