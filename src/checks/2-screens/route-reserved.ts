import { defineCheck } from '../runner/check.ts';

/** Ours: `/_/` of the server, `/-/` of the client. */
const OURS = /^\/[_-](\/|$)/;

export const check = defineCheck({
  code: 'route-reserved',
  point: 2,
  severity: 'error',
  about: 'A route or a path of a call that begins with /_/ or /-/, where our own pages and endpoints live.',
  *findEach({ model }) {
    const stated = [
      ...model.screens.map((screen) => ({ ...screen, path: screen.route, what: 'screen' })),
      ...model.calls.map((call) => ({ ...call, what: 'call' })),
    ];
    for (const { id, at, path, what, point, standing } of stated) {
      if (standing !== 'stated' || !OURS.test(path)) continue;
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
