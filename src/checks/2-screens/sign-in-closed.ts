import { listed } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'sign-in-closed',
  point: 2,
  severity: 'warning',
  about: 'A screen to sign in on that is only for roles which nobody has before signing in.',
  *findEach({ model, schema }) {
    for (const { at, id, kind, name, roles, route, standing } of model.screens) {
      if (standing !== 'stated' || kind !== 'sign-in' || roles === null || roles.length === 0) continue;
      const stated = roles.map((role) => schema.roles.get(role.name));
      // Everyone who signs in comes here first, and is meant by nothing else.
      if (stated.some((role) => role === undefined || role.guest || role.everyone)) continue;
      const names = listed(
        roles.map((role) => role.name),
        'or',
      );
      yield {
        element: id,
        at: roles[0]?.at ?? at,
        message: `${name} is where people sign in, and it is for ${names} alone: before signing in, nobody is one.`,
        next: 'Leave For blank; a screen to sign in on is for everybody.',
        witness: `Somebody who has not signed in opens ${route}: nobody knows yet whether they are ${names}, so that they can’t sign in.`,
      };
    }
  },
});
