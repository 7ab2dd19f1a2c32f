import type { View } from '../../engine/view/view.ts';
import { parametersOf } from './routes.ts';

/** The route of the document's sign-in screen; null if there is none, so that people sign in at any address. */
export const signInRouteOf = ({ screens }: Pick<View, 'screens'>): string | null =>
  screens.find(({ kind, route }) => kind === 'sign-in' && !route.includes('*') && parametersOf(route).length === 0)
    ?.route ?? null;

/** Address of the sign-in screen that returns to `wanted` afterwards. */
export const signInPath = (signInRoute: string, wanted: string): string =>
  wanted === '/' ? signInRoute : `${signInRoute}?next=${encodeURIComponent(wanted)}`;

/**
 * Returns the address that the person wanted before signing in; null if there is none or it is outside of this
 * application.
 */
export function returnPathIn(search: string, origin: string, signInRoute: string): string | null {
  const next = new URLSearchParams(search).get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return null;
  const url = new URL(next, origin);
  // After resolving dots, a path that starts with `//` could be read as another host.
  const isOwnPath = url.origin === origin && !url.pathname.startsWith('//');
  return isOwnPath && url.pathname !== signInRoute ? `${url.pathname}${url.search}` : null;
}
