import type { View } from '../../engine/view/view.ts';
import { parametersOf } from './routes.ts';

/** Where the document says that people sign in; null where it does not: then they do so wherever they are. */
export const doorOf = ({ screens }: Pick<View, 'screens'>): string | null =>
  screens.find(({ kind, route }) => kind === 'sign-in' && !route.includes('*') && parametersOf(route).length === 0)
    ?.route ?? null;

/** The door's address for whoever wanted to go to another of ours. */
export const doorTo = (door: string, wanted: string): string =>
  wanted === '/' ? door : `${door}?next=${encodeURIComponent(wanted)}`;

/** Where whoever stands at the door wanted to go; null where that is nowhere, or no address of this application. */
export function wantedAt(search: string, origin: string, door: string): string | null {
  const next = new URLSearchParams(search).get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return null;
  const url = new URL(next, origin);
  // What is left of dots may read as the name of another server.
  const isOurs = url.origin === origin && !url.pathname.startsWith('//');
  return isOurs && url.pathname !== door ? `${url.pathname}${url.search}` : null;
}
