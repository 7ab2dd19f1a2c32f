import type { Screen } from '../../model/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
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
    for (const { screen, lead } of leaving) {
      const target = screenAt(lead.route);
      if (target === null || target === screen) continue;
      const led = rolesLed(screen, lead, roles, starting, context);
      const barred = shutOut(target, led, context);
      if (barred.length === 0) continue;
      // A link that some of them can't use is kept from them; any other way leads them on all the same.
      const isNote = lead.kind === 'link' && barred.length < led.length;
      yield {
        element: screen.id,
        severity: isNote ? 'note' : 'warning',
        at: lead.at ?? screen.at,
        also: [target.at],
        message: `${screen.name} leads ${listed(barred)} to ${target.name} (${target.route}), which is not for them.`,
        next: `Name ${listed(barred)} under For of ${target.name}, or lead ${barred.length === 1 ? 'that role' : 'those roles'} elsewhere.`,
        witness: witnessOf(context, {
          who: barred[0] ?? null,
          screen,
          happens: isNote ? `${target.route} is closed to them` : `they come to ${target.route} and are refused`,
        }),
      };
    }
  },
});

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
