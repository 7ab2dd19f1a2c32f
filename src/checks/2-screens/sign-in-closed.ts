import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'sign-in-closed',
  point: 2,
  severity: 'warning',
  about: 'A sign-in screen for roles that nobody has before signing in.',
  *find({ model, schema }) {
    for (const { at, id, kind, name, roles, route, standing } of model.screens) {
      if (standing !== 'stated' || kind !== 'sign-in' || roles === null || roles.length === 0) continue;
      const stated = roles.map((role) => schema.roles.get(role.name));
      // Everyone who signs in starts here, so that role names cannot restrict the screen.
      if (stated.some((role) => role === undefined || role.guest || role.everyone)) continue;
      const names = joinNames(
        roles.map((role) => role.name),
        'or',
      );
      yield {
        element: id,
        at: roles[0]?.at ?? at,
        message: `${name} is the sign-in screen but only for ${names}, and nobody has that role before signing in.`,
        next: 'Leave For blank: a sign-in screen is for everybody.',
        witness: `Somebody who has not signed in opens ${route}: it is not known yet whether they are ${names}, so they can’t sign in.`,
      };
    }
  },
});
