import type { View } from '../../engine/view/view.ts';
import type { Role, Screen } from '../../model/types/model.ts';
import { deletedAt } from '../screens/deleted/paths.ts';
import { matchRoute, pathOf } from '../view/routes.ts';

/** Pages of ours, under a path that no screen's word can take from them. */
export const OWN_PAGES = {
  about: '/-/about',
  inbox: '/-/inbox',
  document: '/-/document',
  account: '/-/account',
  outbox: '/-/outbox',
} as const;

/** Where links from letters lead. Whoever is signed in already goes on from there. */
export const SIGN_IN = '/_/sign-in';

export type OwnPage = keyof typeof OWN_PAGES | 'deleted';

/** The page of ours at this path, or null. */
export function ownPageAt(path: string): OwnPage | null {
  if (deletedAt(path) !== null) return 'deleted';
  const entries = Object.entries(OWN_PAGES) as readonly (readonly [OwnPage, string])[];
  return entries.find(([, route]) => route === path)?.[0] ?? null;
}

/** Whether the document states nothing at all: then the first page says how to begin. */
export const isSeed = ({ model }: Pick<View, 'model'>): boolean =>
  model.points.every(({ standing }) => standing === 'not shown');

/**
 * The screen where a role of theirs starts. Of several roles the one that says most of them counts: one that includes
 * others before those, any before that of everyone; of equals the screen that stands first.
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

/** How many roles it stands for by including them; that of everyone weighs nothing. */
function weightOf(name: string, roles: ReadonlyMap<string, Role>): number {
  const held = new Set([name]);
  for (const each of held) for (const included of roles.get(each)?.includes ?? []) held.add(included.name);
  return roles.get(name)?.everyone === true ? 0 : held.size;
}

/**
 * Where the application begins: the screen where the most particular of their roles starts, else the one at `/`, else the first of the
 * navigation, else what the document is.
 */
export function homeOf(view: Pick<View, 'screens' | 'navigation' | 'model'>): string {
  if (isSeed(view)) return OWN_PAGES.document;
  const start = startOf(view);
  if (start !== null) return pathOf(start.route);
  if (matchRoute(view.screens, '/') !== null) return '/';
  const [first] = view.navigation;
  return first === undefined ? OWN_PAGES.document : pathOf(first.route);
}

/** Where somebody is who opens this path: the bare address leads to where they begin. */
export const openedAt = (view: Pick<View, 'screens' | 'navigation' | 'model'>, path: string): string =>
  path === '/' ? homeOf(view) : path;

/** Whether the screen of this path is for others, though the route of another would fit it: `/tasks/new` is no task. */
export const isClosed = ({ screens, closed }: Pick<View, 'screens' | 'closed'>, path: string): boolean => {
  const screen = matchRoute<{ readonly route: string }>([...screens, ...closed], path)?.screen;
  return screen !== undefined && closed.includes(screen);
};

/** Whether these roles find something at this path. */
export const isOpen = (view: Pick<View, 'screens' | 'closed'>, path: string): boolean =>
  ownPageAt(path) !== null || (matchRoute(view.screens, path) !== null && !isClosed(view, path));
