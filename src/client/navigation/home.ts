import type { View } from '../../engine/view/view.ts';
import type { Role, Screen } from '../../model/types/model.ts';
import { matchRoute, pathOf } from '../view/routes.ts';
import { trashEntityAt } from './trash-paths.ts';

/** Paths of the built-in pages. Routes of a document can't start with `/-/`. */
export const OWN_PAGES = {
  about: '/-/about',
  inbox: '/-/inbox',
  document: '/-/document',
  account: '/-/account',
  outbox: '/-/outbox',
} as const;

/** Where links in e-mails lead. Signed-in people are redirected. */
export const SIGN_IN = '/_/sign-in';

export type OwnPage = keyof typeof OWN_PAGES | 'deleted';

/** Returns the built-in page at this path, or null. */
export function ownPageAt(path: string): OwnPage | null {
  if (trashEntityAt(path) !== null) return 'deleted';
  const entries = Object.entries(OWN_PAGES) as readonly (readonly [OwnPage, string])[];
  return entries.find(([, route]) => route === path)?.[0] ?? null;
}

/** Whether the document states nothing at all. The first page then explains how to begin. */
export const isEmptyDocument = ({ model }: Pick<View, 'model'>): boolean =>
  model.points.every(({ standing }) => standing === 'not shown');

/**
 * Returns the start screen of the person's roles, or null. Of several, the most specific role wins: a role that
 * includes others before those, any role before the role of everyone; then the order of the screens.
 */
function startOf({ screens, model }: Pick<View, 'screens' | 'model'>): Screen | null {
  const open = model.screens.filter(
    ({ startFor, route }) =>
      startFor.length > 0 && !/\/:|\*/.test(route) && matchRoute(screens, pathOf(route)) !== null,
  );
  const roles = new Map(model.roles.map((role) => [role.name, role]));
  const weight = ({ startFor }: Screen) => Math.max(...startFor.map(({ name }) => weightOf(name, roles)));
  return open.toSorted((one, other) => weight(other) - weight(one))[0] ?? null;
}

/** Number of roles that a role covers, including itself; 0 for the role of everyone. */
function weightOf(name: string, roles: ReadonlyMap<string, Role>): number {
  const held = new Set([name]);
  for (const each of held) for (const included of roles.get(each)?.includes ?? []) held.add(included.name);
  return roles.get(name)?.everyone === true ? 0 : held.size;
}

/**
 * Returns the first screen: the start screen of the most specific role, else the screen at `/`, else the first in the
 * navigation, else the document page in development, or the page about the product.
 */
export function firstScreenPath(view: Pick<View, 'dev' | 'screens' | 'navigation' | 'model'>): string {
  if (isEmptyDocument(view)) return OWN_PAGES.document;
  const start = startOf(view);
  if (start !== null) return pathOf(start.route);
  if (matchRoute(view.screens, '/') !== null) return '/';
  const [first] = view.navigation;
  if (first !== undefined) return pathOf(first.route);
  return view.dev ? OWN_PAGES.document : OWN_PAGES.about;
}

/** Returns the path that is shown for an opened path: the bare address leads to the first screen. */
export const pathOrFirstScreen = (
  view: Pick<View, 'dev' | 'screens' | 'navigation' | 'model'>,
  path: string,
): string => (path === '/' ? firstScreenPath(view) : path);

/**
 * Whether the screen at this path is closed to the person, even if the route of another screen also matches:
 * `/tasks/new` is not a task.
 */
export const isRouteClosed = ({ screens, closed }: Pick<View, 'screens' | 'closed'>, path: string): boolean => {
  const screen = matchRoute<{ readonly route: string }>([...screens, ...closed], path)?.screen;
  return screen !== undefined && closed.includes(screen);
};

/** Whether the person can open something at this path. */
export const isRouteOpen = (view: Pick<View, 'screens' | 'closed'>, path: string): boolean =>
  ownPageAt(path) !== null || (matchRoute(view.screens, path) !== null && !isRouteClosed(view, path));
