import { use, useEffect } from 'react';
import type { RedirectTarget } from '../api/resolved-route.ts';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';
import { useGo, useLocation } from '../platform/location.tsx';
import { useToast } from '../toasts/toasts.tsx';
import { parametersOf, pathOf } from '../view/routes.ts';
import { returnPathIn } from '../view/sign-in-route.ts';
import { useView } from '../view/view-context.tsx';
import { firstScreenPath } from './home.ts';
import { RedirectTrailContext } from './redirect-trail.tsx';

const EmptyState = lazyWithoutFallback(
  () => import('../components/empty-state.tsx'),
  'EmptyState',
  ({ title, text }) => <p>{`${title} ${String(text)}`}</p>,
);

interface RedirectProps {
  readonly target: RedirectTarget;
  /** For the sign-in screen: the address that the person wanted before signing in takes precedence. */
  readonly isSignIn?: boolean;
  readonly params: ReadonlyMap<string, string>;
}

/** Redirects from an address that shows nothing, or nothing to this person. A redirect loop ends with a message. */
export function Redirect({ target, params, isSignIn = false }: RedirectProps) {
  const { view } = useView();
  const { path, search } = useLocation();
  const go = useGo();
  const say = useToast();
  const trail = use(RedirectTrailContext);
  const { route, message } = target;
  const fits = route?.startsWith('/') === true && parametersOf(route).every((name) => params.has(name));
  const wanted = isSignIn ? returnPathIn(search, globalThis.location.origin, path) : null;
  const to = wanted ?? (fits ? pathOf(route, params) : firstScreenPath(view));
  const isLoop = to === path || trail?.has(to) === true;
  useEffect(() => {
    if (isLoop) return;
    trail?.add(path);
    go(to, { replace: true });
    if (message !== null && wanted === null) say({ title: message, tone: 'info' });
  }, [isLoop, trail, path, to, message, wanted, go, say]);
  if (!isLoop) return null;
  return <EmptyState title={message ?? messages.menus.notFound.notAllowed} text={messages.menus.notFound.circle} />;
}
