import { defineCheck } from '../check.ts';

/** Ours: `/_/` of the server, `/-/` of the client. */
const OURS = /^\/[_-](\/|$)/;

export const check = defineCheck({
  code: 'route-reserved',
  point: 2,
  severity: 'error',
  about: 'A route or a path of a call that begins with /_/ or /-/, where our own pages and endpoints live.',
  *find({ model }) {
    const stated = [
      ...model.screens.map(({ id, at, route }) => ({ id, at, path: route, what: 'screen', point: 2 as const })),
      ...model.calls.map(({ id, at, path }) => ({ id, at, path, what: 'call', point: 7 as const })),
    ];
    for (const { id, at, path, what, point } of stated) {
      if (!OURS.test(path)) continue;
      yield {
        element: id,
        point,
        at,
        message: `The ${what} at ${path} can’t be reached: /_/ and /-/ are taken.`,
        next: 'Let its path begin with another word.',
      };
    }
  },
});
