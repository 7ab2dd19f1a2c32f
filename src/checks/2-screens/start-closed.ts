import { opensScreen } from '../access/field-access.ts';
import { isParameter, pathStepsOf } from '../access/screen-routes.ts';
import { defineCheck } from '../runner/check.ts';
import { somebody } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'start-closed',
  point: 2,
  severity: 'warning',
  about: 'A screen where a role begins after signing in, and which it can’t open.',
  *findEach(context) {
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
            ? `${name} begins at ${screen.name}, which is not for ${name}.`
            : `${name} begins at ${screen.name}, and ${screen.route} needs to know which: “${parameter}” is given by nobody.`,
          next: isShut
            ? `Name ${name} under For of ${screen.name}, or let ${name} begin elsewhere.`
            : `Let ${name} begin at a screen whose route has no parameter.`,
          witness: `${somebody(context, name)} signs in: ${isShut ? `${screen.route} is refused` : `there is no ${screen.route} to go to`}, and they land elsewhere.`,
        };
      }
    }
  },
});
