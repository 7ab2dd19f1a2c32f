import type { Screen } from '../../model/types/model.ts';
import { opensScreen } from '../access/field-access.ts';
import { plainRoles } from '../access/screen-routes.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { personWithRole } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'screens-same-name',
  point: 2,
  severity: 'warning',
  about: 'Two screens with the same name in the menu of a role.',
  *find(context) {
    const byName = Map.groupBy(context.parts.flatMap(inMenu), ({ label }) => label.trim().toLowerCase());
    for (const alike of byName.values()) {
      for (const [index, screen] of alike.entries()) {
        const earlier = alike.slice(0, index).find((other) => metIn(screen, other, context) !== null);
        if (earlier === undefined) continue;
        const role = metIn(screen, earlier, context);
        yield {
          element: screen.id,
          at: screen.at,
          also: [earlier.at],
          message: `${earlier.route} and ${screen.route} are both named ${screen.label} in the menu.`,
          next: 'Rename one of them.',
          witness: `${personWithRole(context, role)} finds ${screen.label} in the menu twice and cannot tell ${earlier.route} from ${screen.route}.`,
        };
      }
    }
  },
});

function inMenu({ model }: CheckContext): readonly Screen[] {
  return model.screens.filter(
    ({ kind, menu, roles, route, standing }) =>
      standing === 'stated' &&
      roles !== null &&
      menu?.when == null &&
      !/[:*]/.test(route) &&
      (menu?.shown ?? !['form', 'redirect', 'sign-in'].includes(kind)),
  );
}

/** Returns a role that finds both screens in its menu; null if there is none. */
function metIn(one: Screen, other: Screen, context: CheckContext): string | null {
  const finds = (screen: Screen, role: string) => opensScreen(screen, role, context) === 'yes';
  return plainRoles(context).find((role) => finds(one, role) && finds(other, role)) ?? null;
}
