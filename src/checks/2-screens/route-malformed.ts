import { intendedParameter, parametersOf } from '../access/screen-routes.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'route-malformed',
  point: 2,
  severity: 'error',
  about: 'A route that no address can match: with an empty step, a query, or a parameter in another notation.',
  *find({ model }) {
    for (const { at, id, name, route, standing } of model.screens) {
      const fault = standing === 'stated' ? faultOf(route) : null;
      if (fault === null) continue;
      yield {
        element: id,
        at,
        message: `The route ${route} of ${name} ${fault.what}.`,
        next: fault.next,
        witness: `Somebody opens the intended address and finds nothing: ${fault.happens}.`,
      };
    }
  },
});

interface Fault {
  readonly what: string;
  readonly next: string;
  readonly happens: string;
}

/** Routes for every address without a screen of its own. */
const CATCH_ALL: ReadonlySet<string> = new Set(['*', '/*']);

function faultOf(route: string): Fault | null {
  if (CATCH_ALL.has(route)) return null;
  const [extra] = /[?#]/.exec(route) ?? [];
  if (extra !== undefined) {
    const next = `End the route before “${extra}”. Every screen accepts a query or a fragment.`;
    return { what: `continues after “${extra}”`, next, happens: 'no path contains it' };
  }
  return faultOfSteps(route);
}

function faultOfSteps(route: string): Fault | null {
  const steps = route === '/' ? [] : route.replace(/^\//, '').split('/');
  if (steps.some((step) => step === '')) {
    const mended = `/${steps.filter((step) => step !== '').join('/')}`;
    return { what: 'has an empty step', next: `Write ${mended}.`, happens: `${mended} is another address` };
  }
  for (const step of steps) {
    const named = intendedParameter(step);
    if (named !== null) {
      return {
        what: `contains “${step}”, which is read as a word, not as a parameter`,
        next: `Write :${named} for a parameter.`,
        happens: `only an address that contains “${step}” leads there`,
      };
    }
  }
  const names = parametersOf(route);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined
    ? null
    : {
        what: `has the parameter :${twice} twice`,
        next: 'Give each parameter a name of its own.',
        happens: `nobody can tell which :${twice} is meant`,
      };
}
