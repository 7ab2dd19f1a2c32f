import { meantParameter, parametersOf } from '../access/screen-routes.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'route-malformed',
  point: 2,
  severity: 'error',
  about:
    'A route that no address can match as it is meant: with an empty step, a question, or a parameter in other signs.',
  *findEach({ model }) {
    for (const { at, id, name, route, standing } of model.screens) {
      const fault = standing === 'stated' ? faultOf(route) : null;
      if (fault === null) continue;
      yield {
        element: id,
        at,
        message: `The route of ${name}, ${route}, ${fault.what}.`,
        next: fault.next,
        witness: `Somebody types the address that is meant, and finds nothing: ${fault.happens}.`,
      };
    }
  },
});

interface Fault {
  readonly what: string;
  readonly next: string;
  readonly happens: string;
}

/** Whatever has no other address. */
const REST: ReadonlySet<string> = new Set(['*', '/*']);

function faultOf(route: string): Fault | null {
  if (REST.has(route)) return null;
  const [extra] = /[?#]/.exec(route) ?? [];
  if (extra !== undefined) {
    const next = `End the route before “${extra}”; what stands behind it is no part of an address, and every screen takes it.`;
    return { what: `goes on behind “${extra}”`, next, happens: 'no address has it in its path' };
  }
  return faultOfSteps(route);
}

function faultOfSteps(route: string): Fault | null {
  const steps = route === '/' ? [] : route.replace(/^\//, '').split('/');
  if (steps.some((step) => step === '')) {
    const mended = `/${steps.filter((step) => step !== '').join('/')}`;
    return { what: 'has a step without a word', next: `Write ${mended}.`, happens: `${mended} is another address` };
  }
  for (const step of steps) {
    const named = meantParameter(step);
    if (named !== null) {
      return {
        what: `has “${step}”, which is taken as a word and no parameter`,
        next: `Write :${named} for a parameter.`,
        happens: `only an address with “${step}” in it leads there`,
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
