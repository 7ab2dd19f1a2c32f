import type { Screen } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type PartContext } from '../check.ts';
import { opensScreen } from '../field-access.ts';
import { plainRoles } from '../routes.ts';
import { somebody } from '../witness.ts';

export const check = defineCheck({
  code: 'screens-same-name',
  point: 2,
  severity: 'warning',
  about: 'Two screens of one name that stand in the menu of the same role.',
  *find(context) {
    const byName = Map.groupBy(context.gather(inMenu).flat(), ({ label }) => label.trim().toLowerCase());
    for (const alike of byName.values()) {
      for (const [index, screen] of alike.entries()) {
        const earlier = alike.slice(0, index).find((other) => metIn(screen, other, context) !== null);
        if (earlier === undefined) continue;
        const role = metIn(screen, earlier, context);
        yield {
          element: screen.id,
          at: screen.at,
          also: [earlier.at],
          message: `${earlier.route} and ${screen.route} are both called ${screen.label} in the menu.`,
          next: 'Give one of them another name.',
          witness: `${somebody(context, role)} finds ${screen.label} in the menu twice: nothing says that one is ${earlier.route} and the other ${screen.route}.`,
        };
      }
    }
  },
});

function inMenu({ model }: PartContext): readonly Screen[] {
  return model.screens.filter(
    ({ kind, menu, roles, route, standing }) =>
      standing === 'stated' &&
      roles !== null &&
      menu?.when == null &&
      !/[:*]/.test(route) &&
      (menu?.shown ?? !['form', 'redirect', 'sign-in'].includes(kind)),
  );
}

/** A role that finds both; null: none does. */
function metIn(one: Screen, other: Screen, context: CheckContext): string | null {
  const finds = (screen: Screen, role: string) => opensScreen(screen, role, context) === 'yes';
  return plainRoles(context).find((role) => finds(one, role) && finds(other, role)) ?? null;
}
