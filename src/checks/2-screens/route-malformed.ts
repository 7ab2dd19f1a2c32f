import { defineCheck } from '../check.ts';
import { isParameter, parametersOf } from '../routes.ts';

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
        witness: `Somebody types the address that is meant, and finds nothing: ${fault.then}.`,
      };
    }
  },
});

interface Fault {
  readonly what: string;
  readonly next: string;
  readonly then: string;
}

/** Whatever has no other address. */
const REST: ReadonlySet<string> = new Set(['*', '/*']);

const OTHER_SIGNS = [/^\{(.+)\}$/, /^<(.+)>$/, /^\[(.+)\]$/, /^\$(.+)$/] as const;

function faultOf(route: string): Fault | null {
  if (REST.has(route)) return null;
  const then = 'the screen answers at no address that anybody would type';
  const [extra] = /[?#]/.exec(route) ?? [];
  if (extra !== undefined) {
    const next = `End the route before “${extra}”; what stands behind it is no part of an address, and every screen takes it.`;
    return { what: `goes on behind “${extra}”`, next, then };
  }
  return faultOfSteps(route, then);
}

function faultOfSteps(route: string, then: string): Fault | null {
  const steps = route === '/' ? [] : route.replace(/^\//, '').split('/');
  if (steps.some((step) => step === '')) {
    const mended = `/${steps.filter((step) => step !== '').join('/')}`;
    return { what: 'has a step without a word', next: `Write ${mended}.`, then: `${mended} is another address` };
  }
  for (const step of steps) {
    const named = parameterIn(step);
    if (named !== null) {
      return {
        what: `has “${step}”, which is taken as a word and no parameter`,
        next: `Write :${named} for a parameter.`,
        then: `only an address with “${step}” in it leads there`,
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
        then: `nobody can tell which :${twice} is meant`,
      };
}

/** What is written as a parameter elsewhere; or one that begins behind other signs, or ends in more than a name. */
function parameterIn(step: string): string | null {
  for (const sign of OTHER_SIGNS) {
    const name = sign.exec(step)?.[1];
    if (name !== undefined) return wordOf(name);
  }
  if (isParameter(step)) return /^:[\p{L}\p{N}_-]+$/u.test(step) ? null : wordOf(step);
  const within = /:([\p{L}_][\p{L}\p{N}_]*)/u.exec(step)?.[1];
  return step === ':' ? 'id' : (within ?? null);
}

function wordOf(text: string): string {
  return /[\p{L}_][\p{L}\p{N}_]*/u.exec(text)?.[0] ?? 'id';
}
