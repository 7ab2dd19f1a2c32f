import { use, useEffect } from 'react';
import type { RedirectTarget } from '../api/resolved-route.ts';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { useGo, useLocation } from '../platform/location.tsx';
import { menuTexts } from '../texts/menu-texts.ts';
import { useToast } from '../toasts/toasts.tsx';
import { parametersOf, pathOf } from '../view/routes.ts';
import { wantedAt } from '../view/sign-in-route.ts';
import { useView } from '../view/view-context.tsx';
import { homeOf } from './home.ts';
import { Trail } from './redirect-trail.tsx';

const Circle = lazyWithoutFallback(
  () => import('../components/empty-state.tsx'),
  'EmptyState',
  ({ title, text }) => <p>{`${title} ${String(text)}`}</p>,
);

interface LeadsOnProps {
  readonly leads: RedirectTarget;
  /** For the sign-in screen: the address that the person wanted before signing in takes precedence. */
  readonly isDoor?: boolean;
  readonly params: ReadonlyMap<string, string>;
}

/** Redirects from an address that shows nothing, or nothing to this person. A redirect loop ends with a message. */
export function LeadsOn({ leads, params, isDoor = false }: LeadsOnProps) {
  const { view } = useView();
  const { path, search } = useLocation();
  const go = useGo();
  const say = useToast();
  const trail = use(Trail);
  const { route, message } = leads;
  const fits = route?.startsWith('/') === true && parametersOf(route).every((name) => params.has(name));
  const wanted = isDoor ? wantedAt(search, globalThis.location.origin, path) : null;
  const to = wanted ?? (fits ? pathOf(route, params) : homeOf(view));
  const isCircle = to === path || trail?.has(to) === true;
  useEffect(() => {
    if (isCircle) return;
    trail?.add(path);
    go(to, { replace: true });
    if (message !== null && wanted === null) say({ title: message, tone: 'info' });
  }, [isCircle, trail, path, to, message, wanted, go, say]);
  if (!isCircle) return null;
  return <Circle title={message ?? menuTexts.notFound.notAllowed} text={menuTexts.notFound.circle} />;
}
