import type { Screen } from '../../model/types/model.ts';
import { linksIn, plainRoles, rolesShutOut, screenFinder } from '../access/screen-routes.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { personWithRole } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'redirect-circle',
  point: 2,
  severity: 'error',
  about: 'Screens that redirect to one another in a circle.',
  *find(context) {
    const leaving = context.parts.flatMap(linksIn);
    const on = leaving.filter(({ link }) => link.kind === 'redirect' || link.kind === 'otherwise');
    if (on.length === 0) return;
    const screenAt = screenFinder(context.model.screens);
    const next = new Map(on.map(({ screen, link }) => [screen, screenAt(link.route)] as const));
    for (const circle of circlesIn(next)) {
      const roles = caughtIn(circle, context);
      const [first] = circle;
      if (first === undefined || roles?.length === 0) continue;
      const stuck = roles === null ? 'nobody ever arrives' : `${joinNames(roles, 'or')} never arrives`;
      const redirect = first.otherwise;
      yield {
        element: first.id,
        at: redirect?.at ?? first.at,
        also: circle.slice(1).map(({ at, otherwise }) => otherwise?.at ?? at),
        message:
          circle.length === 1
            ? `${first.name} redirects to itself, so ${stuck}.`
            : `${namesOf(circle)} redirect to one another, so ${stuck}.`,
        next: 'Redirect one of them to a screen that everybody who lands there may open.',
        witness: `${personWithRole(context, roles?.[0] ?? null)} opens ${pathOf(circle)}, and so on for ever.`,
      };
    }
  },
});

/** Maximum number of screens of a circle that the message names. */
const MOST = 4;

function namesOf(circle: readonly Screen[]): string {
  const names = circle.map(({ name }) => name);
  return joinNames(names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names);
}

function pathOf(circle: readonly Screen[]): string {
  const routes = circle.map(({ route }) => route.replaceAll(/:[^/]+/g, '1'));
  const shownRoutes = routes.length > MOST ? [...routes.slice(0, MOST), '…'] : routes;
  return [...shownRoutes, routes[0] ?? ''].join(', is redirected to ');
}

/** Returns each circle once, starting from the screen that is stated first. */
function circlesIn(next: ReadonlyMap<Screen, Screen | null>): readonly (readonly Screen[])[] {
  const circles: Screen[][] = [];
  const done = new Set<Screen>();
  for (const start of next.keys()) {
    const path = new Map<Screen, number>();
    let at: Screen | null = start;
    while (at !== null && !done.has(at) && !path.has(at)) {
      path.set(at, path.size);
      at = next.get(at) ?? null;
    }
    const from = at === null ? undefined : path.get(at);
    if (from !== undefined) circles.push([...path.keys()].slice(from));
    for (const screen of path.keys()) done.add(screen);
  }
  return circles.map(fromFirst);
}

function fromFirst(circle: readonly Screen[]): readonly Screen[] {
  const starts = circle.map(({ at }) => at?.from ?? 0);
  const first = starts.indexOf(Math.min(...starts));
  return [...circle.slice(first), ...circle.slice(0, first)];
}

/** Returns the roles that every screen of the circle sends on; null for everybody. */
function caughtIn(circle: readonly Screen[], context: CheckContext): readonly string[] | null {
  const [first] = circle;
  const closed = circle.filter(({ kind }) => kind !== 'redirect');
  if (closed.length === 0 || (circle.length === 1 && first?.guard !== null)) return null;
  return closed.reduce((roles, screen) => rolesShutOut(screen, roles, context), plainRoles(context));
}
