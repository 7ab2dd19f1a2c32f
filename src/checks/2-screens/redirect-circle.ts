import type { Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { listed } from '../places.ts';
import { leavingIn, plainRoles, screenFinder, shutOut } from '../routes.ts';
import { somebody } from '../witness.ts';

export const check = defineCheck({
  code: 'redirect-circle',
  point: 2,
  severity: 'error',
  about: 'Screens that lead on to one another in a circle, so that whoever comes there never arrives.',
  *find(context) {
    const leaving = context.gather(leavingIn).flat();
    const on = leaving.filter(({ lead }) => lead.kind === 'redirect' || lead.kind === 'otherwise');
    if (on.length === 0) return;
    const screenAt = screenFinder(context.model.screens);
    const next = new Map(on.map(({ screen, lead }) => [screen, screenAt(lead.route)] as const));
    for (const circle of circlesIn(next)) {
      const roles = caughtIn(circle, context);
      const [first] = circle;
      if (first === undefined || roles?.length === 0) continue;
      const who = roles === null ? 'whoever comes there' : listed(roles, 'or');
      const lead = first.otherwise;
      yield {
        element: first.id,
        at: lead?.at ?? first.at,
        also: circle.slice(1).map(({ at, otherwise }) => otherwise?.at ?? at),
        message:
          circle.length === 1
            ? `${first.name} leads to itself, so that ${who} never arrives anywhere.`
            : `${namesOf(circle)} lead to one another, so that ${who} never arrives anywhere.`,
        next: 'Let one of them lead to a screen that everybody who comes there may open.',
        witness: `${somebody(context, roles?.[0] ?? null)} opens ${pathOf(circle)}, and so on for ever.`,
      };
    }
  },
});

/** So many are named of a circle. */
const MOST = 4;

function namesOf(circle: readonly Screen[]): string {
  const names = circle.map(({ name }) => name);
  return listed(names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names);
}

function pathOf(circle: readonly Screen[]): string {
  const routes = circle.map(({ route }) => route.replaceAll(/:[^/]+/g, '1'));
  const met = routes.length > MOST ? [...routes.slice(0, MOST), '…'] : routes;
  return [...met, routes[0] ?? ''].join(', is led to ');
}

/** Each circle once, from the screen that is stated first. */
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

/** The roles that no screen of a circle lets stay; null: everybody. */
function caughtIn(circle: readonly Screen[], context: CheckContext): readonly string[] | null {
  const [first] = circle;
  const closed = circle.filter(({ kind }) => kind !== 'redirect');
  if (closed.length === 0 || (circle.length === 1 && first?.guard !== null)) return null;
  return closed.reduce((roles, screen) => shutOut(screen, roles, context), plainRoles(context));
}
