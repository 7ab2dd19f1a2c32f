import type { View } from '../../engine/view.ts';
import { matchRoute, pathOf } from '../view/routes.ts';

/** Pages of ours, under a path that no screen's word can take from them. */
export const OWN_PAGES = {
  about: '/-/about',
  inbox: '/-/inbox',
  document: '/-/document',
  account: '/-/account',
} as const;

/** Where links from letters lead. Whoever is signed in already goes on from there. */
export const SIGN_IN = '/_/sign-in';

export type OwnPage = keyof typeof OWN_PAGES;

/** The page of ours at this path, or null. */
export function ownPageAt(path: string): OwnPage | null {
  const entries = Object.entries(OWN_PAGES) as readonly (readonly [OwnPage, string])[];
  return entries.find(([, route]) => route === path)?.[0] ?? null;
}

/** Whether the document states nothing at all: then the first page says how to begin. */
export const isSeed = ({ model }: Pick<View, 'model'>): boolean =>
  model.points.every(({ standing }) => standing === 'not shown');

/**
 * Where the application begins: the screen where a role of theirs starts, else the one at `/`, else the first of the
 * navigation, else what the document is.
 */
export function homeOf(view: Pick<View, 'screens' | 'navigation' | 'model'>): string {
  if (isSeed(view)) return OWN_PAGES.document;
  const start = view.model.screens.find(({ startFor, route }) => startFor.length > 0 && !/\/:|\*/.test(route));
  if (start !== undefined && matchRoute(view.screens, pathOf(start.route)) !== null) return pathOf(start.route);
  if (matchRoute(view.screens, '/') !== null) return '/';
  const [first] = view.navigation;
  return first === undefined ? OWN_PAGES.document : pathOf(first.route);
}

/** Whether these roles find something at this path. */
export const isOpen = (view: Pick<View, 'screens'>, path: string): boolean =>
  ownPageAt(path) !== null || matchRoute(view.screens, path) !== null;
