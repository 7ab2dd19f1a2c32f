import type { Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { listed } from '../places.ts';
import { type Lead, leavingIn, plainRoles, screenFinder, shutOut } from '../routes.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'link-forbidden',
  point: 2,
  severity: 'warning',
  about: 'A way from a screen to one that those who are led there may not open.',
  *find(context) {
    const leaving = context.gather(leavingIn).flat();
    if (leaving.length === 0) return;
    const screenAt = screenFinder(context.model.screens);
    const roles = plainRoles(context);
    const starting = new Set(context.gather(startersIn).flat());
    const found = leaving.flatMap(({ screen, lead }): Barred[] => {
      const target = screenAt(lead.route);
      if (target === null || target === screen) return [];
      const led = rolesLed(screen, lead, roles, starting, context);
      const barred = shutOut(target, led, context);
      // A link that some of them can't use is kept from them; any other way leads them on all the same.
      const isNote = lead.kind === 'link' && (barred.length < led.length || isOpenToOthers(screen, target, roles));
      return barred.length === 0 ? [] : [{ screen, lead, target, barred, isNote }];
    });
    // One sentence may lead on from many screens.
    for (const same of Map.groupBy(found, keyOf).values()) yield* findingOf(same, context);
  },
});

interface Barred {
  readonly screen: Screen;
  readonly lead: Lead;
  readonly target: Screen;
  readonly barred: readonly string[];
  readonly isNote: boolean;
}

function keyOf({ barred, isNote, lead, screen, target }: Barred): string {
  return JSON.stringify([lead.at?.from ?? screen.id, target.id, barred, isNote]);
}

function* findingOf(same: readonly Barred[], context: CheckContext): Generator<Finding> {
  const [first] = same;
  if (first === undefined) return;
  const { barred, isNote, lead, screen, target } = first;
  const names = [...new Set(same.map((each) => each.screen.name))];
  const from = listed(names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names);
  yield {
    element: screen.id,
    severity: isNote ? 'note' : 'warning',
    at: lead.at ?? screen.at,
    also: [target.at],
    message: `${from} ${names.length === 1 ? 'leads' : 'lead'} ${listed(barred)} to ${target.name} (${target.route}), which is not for them.`,
    next: `Name ${listed(barred)} under For of ${target.name}, or lead ${barred.length === 1 ? 'that role' : 'those roles'} elsewhere.`,
    witness: witnessOf(context, {
      who: barred[0] ?? null,
      screen,
      happens: isNote ? `${target.route} is closed to them` : `they come to ${target.route} and are refused`,
    }),
  };
}

/** Whether somebody else opens both screens: whoever has not signed in, or has a role from a relation. */
function isOpenToOthers(screen: Screen, target: Screen, plain: readonly string[]): boolean {
  const others = new Set(target.roles?.map(({ name }) => name).filter((name) => !plain.includes(name)));
  return screen.roles?.some(({ name }) => others.has(name)) ?? false;
}

/** So many screens are named. */
const MOST = 3;

/** The roles that a screen lands after signing in, wherever the screen to sign in on leads. */
function startersIn({ model }: Pick<CheckContext, 'model'>): readonly string[] {
  return model.screens.flatMap(({ startFor }) => startFor.map(({ name }) => name));
}

/** Whoever may not open a screen, or does not meet its condition, is led to what “Otherwise” says; all else leads those who may. */
function rolesLed(
  screen: Screen,
  { kind }: Lead,
  roles: readonly string[],
  starting: ReadonlySet<string>,
  context: CheckContext,
): readonly string[] {
  if (screen.roles === null) return [];
  if (screen.kind === 'sign-in') return kind === 'next' ? roles.filter((role) => !starting.has(role)) : [];
  const out = new Set(shutOut(screen, roles, context));
  return roles.filter((role) => (kind === 'otherwise' ? out.has(role) || screen.guard !== null : !out.has(role)));
}
