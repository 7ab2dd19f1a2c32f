import type { Screen } from '../../model/types/model.ts';
import { linksIn, plainRoles, rolesShutOut, type ScreenLink, screenFinder } from '../access/screen-routes.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'link-forbidden',
  point: 2,
  severity: 'warning',
  about: 'A link to a screen that its users may not open.',
  *find(context) {
    const leaving = context.parts.flatMap(linksIn);
    if (leaving.length === 0) return;
    const screenAt = screenFinder(context.model.screens);
    const roles = plainRoles(context);
    const starting = new Set(startersIn(context));
    const found = leaving.flatMap(({ screen, link }): Barred[] => {
      const target = screenAt(link.route);
      if (target === null || target === screen) return [];
      const led = rolesLed(screen, link, roles, starting, context);
      const barred = rolesShutOut(target, led, context);
      // A link is hidden from people who cannot use it. Redirects lead them on all the same.
      const isNote = link.kind === 'link' && (barred.length < led.length || isOpenToOthers(screen, target, roles));
      return barred.length === 0 ? [] : [{ screen, link, target, barred, isNote }];
    });
    // One line of the document may link from many screens.
    for (const same of Map.groupBy(found, keyOf).values()) yield* findingOf(same, context);
  },
});

interface Barred {
  readonly screen: Screen;
  readonly link: ScreenLink;
  readonly target: Screen;
  readonly barred: readonly string[];
  readonly isNote: boolean;
}

function keyOf({ barred, isNote, link, screen, target }: Barred): string {
  return JSON.stringify([link.at?.from ?? screen.id, target.id, barred, isNote]);
}

function* findingOf(same: readonly Barred[], context: CheckContext): Generator<Finding> {
  const [first] = same;
  if (first === undefined) return;
  const { barred, isNote, link, screen, target } = first;
  const names = [...new Set(same.map((each) => each.screen.name))];
  const from = joinNames(names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names);
  yield {
    element: screen.id,
    severity: isNote ? 'note' : 'warning',
    at: link.at ?? screen.at,
    also: [target.at],
    message: `${from} ${names.length === 1 ? 'leads' : 'lead'} ${joinNames(barred)} to ${target.name} (${target.route}), which they may not open.`,
    next: `Name ${joinNames(barred)} under For of ${target.name}, or link to another screen.`,
    witness: witnessOf(context, {
      who: barred[0] ?? null,
      screen,
      outcome: isNote ? `${target.route} is closed to them` : `they land on ${target.route} and are refused`,
    }),
  };
}

/** Whether other people can open both screens: guests, or people with a role from a relation. */
function isOpenToOthers(screen: Screen, target: Screen, plain: readonly string[]): boolean {
  const others = new Set(target.roles?.map(({ name }) => name).filter((name) => !plain.includes(name)));
  return screen.roles?.some(({ name }) => others.has(name)) ?? false;
}

/** Maximum number of screens that the message names. */
const MOST = 3;

/** The roles with a start screen of their own, so that the “Then” of the sign-in screen does not apply to them. */
function startersIn({ model }: Pick<CheckContext, 'model'>): readonly string[] {
  return model.screens.flatMap(({ startFor }) => startFor.map(({ name }) => name));
}

/**
 * Returns the roles that follow a link. “Otherwise” applies to people who may not open the screen or do not meet its
 * condition; every other link to people who may open it.
 */
function rolesLed(
  screen: Screen,
  { kind }: ScreenLink,
  roles: readonly string[],
  starting: ReadonlySet<string>,
  context: CheckContext,
): readonly string[] {
  if (screen.roles === null) return [];
  if (screen.kind === 'sign-in') return kind === 'next' ? roles.filter((role) => !starting.has(role)) : [];
  const out = new Set(rolesShutOut(screen, roles, context));
  return roles.filter((role) => (kind === 'otherwise' ? out.has(role) || screen.guard !== null : !out.has(role)));
}
