import { defineCheck } from '../runner/check.ts';

/** Reserved prefixes: `/_/` for the server, `/-/` for the client. */
const RESERVED = /^\/[_-](\/|$)/;

export const check = defineCheck({
  code: 'route-reserved',
  point: 2,
  severity: 'error',
  about: 'A route or a path of a call that begins with the reserved /_/ or /-/.',
  *find({ model }) {
    const stated = [
      ...model.screens.map((screen) => ({ ...screen, path: screen.route, what: 'screen' })),
      ...model.calls.map((call) => ({ ...call, what: 'call' })),
    ];
    for (const { id, at, path, what, point, standing } of stated) {
      if (standing !== 'stated' || !RESERVED.test(path)) continue;
      yield {
        element: id,
        point,
        at,
        message: `The ${what} at ${path} can’t be reached: /_/ and /-/ are reserved.`,
        next: 'Start its path with another word.',
      };
    }
  },
});
