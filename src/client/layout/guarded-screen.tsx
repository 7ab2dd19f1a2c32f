import { type ReactNode, useRef } from 'react';
import { useResolvedRoute } from '../api/resolved-route.ts';
import { lazyPreloaded } from '../components-base/lazy-preloaded.ts';
import { Skeleton } from '../components-base/skeleton.tsx';
import { Redirect } from '../navigation/redirect.tsx';

const NotFound = lazyPreloaded(() => import('../screens/pages/built-in-pages.ts'), 'NotFoundPage');

interface GuardedProps {
  readonly path: string;
  readonly params: ReadonlyMap<string, string>;
  readonly children: ReactNode;
}

/** Renders a screen once the server confirms that this person may open it. Once shown, it stays, whatever changes. */
export function GuardedScreen({ path, params, children }: GuardedProps) {
  const { data, error } = useResolvedRoute(path);
  const stays = useRef(false);
  if (stays.current) return children;
  if (error !== null) return <NotFound />;
  if (data === undefined) return <Skeleton />;
  if (data.leads !== null) return <Redirect target={data.leads} params={params} />;
  stays.current = true;
  return children;
}
