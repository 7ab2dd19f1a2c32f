import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import type { Leads } from '../api/opening.ts';
import type { EmptyState } from '../parts/empty-state.tsx';
import { useToast } from '../parts/toasts.tsx';
import { texts } from '../texts.ts';
import { useGo, useLocation } from '../view/location.tsx';
import { parametersOf, pathOf } from '../view/routes.ts';
import { useView } from '../view/view.tsx';
import { homeOf } from './home.ts';
import { useAhead } from './use-ahead.ts';

/** Addresses that led on since somebody last stayed at one. */
const Trail = createContext<Set<string> | null>(null);

export function LeadingOn({ children }: { readonly children: ReactNode }) {
  const trail = useRef<Set<string>>(null);
  trail.current ??= new Set();
  return <Trail value={trail.current}>{children}</Trail>;
}

const Circle = lazy<typeof EmptyState>(() =>
  import('../parts/empty-state.tsx').then(
    (each) => ({ default: each.EmptyState }),
    () => ({ default: ({ title, text }) => <p>{`${title} ${String(text)}`}</p> }),
  ),
);

interface LeadsOnProps {
  readonly leads: Leads;
  readonly params: ReadonlyMap<string, string>;
}

/** An address that shows nothing itself, or not to this person. Addresses that lead to one another end in words. */
export function LeadsOn({ leads, params }: LeadsOnProps) {
  const { view } = useView();
  const { path } = useLocation();
  const go = useGo();
  const say = useToast();
  const trail = use(Trail);
  const { route, message } = leads;
  const fits = route?.startsWith('/') === true && parametersOf(route).every((name) => params.has(name));
  const to = fits ? pathOf(route, params) : homeOf(view);
  const isCircle = to === path || trail?.has(to) === true;
  useEffect(() => {
    if (isCircle) return;
    trail?.add(path);
    go(to, { replace: true });
    if (message !== null) say({ title: message, tone: 'info' });
  }, [isCircle, trail, path, to, message, go, say]);
  if (!isCircle) return null;
  return (
    <Suspense fallback={null}>
      <Circle title={message ?? texts.notFound.notAllowed} text={texts.notFound.circle} />
    </Suspense>
  );
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
