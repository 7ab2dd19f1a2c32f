import { type ComponentType, Suspense } from 'react';
import { Button } from '../components/button.tsx';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import { Skeleton } from '../components-base/skeleton.tsx';
import { messages } from '../languages/messages.ts';
import { isRouteClosed, type OwnPage, ownPageAt } from '../navigation/home.ts';
import { RedirectTrail, RedirectTrailProvider } from '../navigation/redirect-trail.tsx';
import { useLocation } from '../platform/location.tsx';
import { matchRoute } from '../view/routes.ts';
import { useView } from '../view/view-context.tsx';
import { kinds } from './load-screen.ts';
import { usePrefetch } from './use-prefetch.ts';

/** The built-in pages. The small ones share a module. */
const pages: Readonly<Record<OwnPage, ComponentType>> = {
  about: lazyPreloaded(() => import('../screens/pages/built-in-pages.ts'), 'AboutPage'),
  inbox: lazyPreloaded(() => import('../screens/pages/built-in-pages.ts'), 'InboxPage'),
  account: lazyPreloaded(() => import('../sign-in/account.tsx'), 'AccountPage'),
  deleted: lazyPreloaded(() => import('../screens/trash/trash-screen.tsx'), 'DeletedPage'),
  document: lazyPreloaded(() => import('../screens/pages/built-in-pages.ts'), 'NinePointsPage'),
  outbox: lazyPreloaded(() => import('../dev/outbox-page.tsx'), 'OutboxPage'),
};

/** Loaded separately, because few screens have a guard. */
const GuardedScreen = lazyPreloaded(() => import('./guarded-screen.tsx'), 'GuardedScreen');

const Redirect = lazyPreloaded(() => import('../navigation/redirect.tsx'), 'Redirect');

const NotFound = lazyPreloaded(() => import('../screens/pages/built-in-pages.ts'), 'NotFoundPage');

/**
 * Renders the screen at the current address. A screen keeps its state while its id, kind and parameters are unchanged,
 * whatever else changes in the document.
 */
export function CurrentScreen() {
  const { path } = useLocation();
  const { view } = useView();
  return (
    <ErrorBoundary resetOn={`${path} ${view.hash}`} failed={loadFailure}>
      <Suspense fallback={<Skeleton />}>
        <RedirectTrailProvider>
          <ScreenAt path={path} />
        </RedirectTrailProvider>
      </Suspense>
    </ErrorBoundary>
  );
}

function ScreenAt({ path }: { readonly path: string }) {
  const { view, screen } = useView();
  const own = ownPageAt(path);
  if (own !== null && (own !== 'outbox' || view.dev)) {
    const Page = pages[own];
    return <Page />;
  }
  const match = isRouteClosed(view, path) ? null : matchRoute(view.screens, path);
  const found = match === null ? null : screen(match.screen.id);
  const Screen = kinds[found?.kind ?? '']?.Screen;
  if (match === null || found === null || Screen === undefined) return <NotFound />;
  const leads = found.kind === 'redirect' ? found.model.otherwise : null;
  if (leads !== null) return <Redirect target={leads} params={match.params} />;
  // Signed-in people are redirected.
  if (found.kind === 'sign-in' && view.person !== null)
    return <Redirect target={found.model.next ?? { route: null, message: null }} params={match.params} isSignIn />;
  const content = (
    <RedirectTrail refresh={found.refresh} key={[found.id, found.kind, ...match.params.values()].join(' ')}>
      <Screen screen={found} params={match.params} />
      <Prefetch />
    </RedirectTrail>
  );
  if (!found.guarded) return content;
  return (
    <GuardedScreen key={path} path={path} params={match.params}>
      {content}
    </GuardedScreen>
  );
}

/** Starts prefetching once the screen has settled. */
function Prefetch() {
  usePrefetch();
  return null;
}

/** Error messages of browsers for a module that can't be loaded. */
const NOT_FETCHED = /imported module|module script|preload/;

/** Reloading the page also loads the missing modules; drafts are kept. */
export function loadFailure(error: unknown) {
  const isGone = NOT_FETCHED.test(String(error));
  return (
    <section className="frame-failed" role="alert">
      <h1>{isGone ? messages.application.unreachable.detail : messages.application.frame.screenFailed}</h1>
      <p>{isGone ? messages.application.unreachable.next : messages.application.frame.screenFailedNext}</p>
      <Button onPress={() => globalThis.location.reload()}>{messages.application.frame.tryAgain}</Button>
    </section>
  );
}
