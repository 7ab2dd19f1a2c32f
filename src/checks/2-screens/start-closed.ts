import { opensScreen } from '../access/field-access.ts';
import { isParameter, pathStepsOf } from '../access/screen-routes.ts';
import { defineCheck } from '../runner/check.ts';
import { personWithRole } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'start-closed',
  point: 2,
  severity: 'warning',
  about: 'A start screen that its role can’t open.',
  *find(context) {
    for (const screen of context.model.screens) {
      if (screen.standing !== 'stated') continue;
      const parameter = pathStepsOf(screen.route).find(isParameter);
      for (const { name, at } of screen.startFor) {
        if (!context.schema.roles.has(name)) continue;
        const isShut = opensScreen(screen, name, context) === 'no';
        if (!isShut && parameter === undefined) continue;
        yield {
          element: screen.id,
          at: at ?? screen.at,
          also: [screen.roles?.[0]?.at ?? null],
          message: isShut
            ? `${name} starts at ${screen.name}, which ${name} may not open.`
            : `${name} starts at ${screen.name}, but “${parameter}” in ${screen.route} has no value then.`,
          next: isShut
            ? `Name ${name} under For of ${screen.name}, or give ${name} another start screen.`
            : `Start ${name} at a screen whose route has no parameter.`,
          witness: `${personWithRole(context, name)} signs in: ${isShut ? `${screen.route} is refused` : `${screen.route} has no value for “${parameter}”`}, and they land elsewhere.`,
        };
      }
    }
  },
});
