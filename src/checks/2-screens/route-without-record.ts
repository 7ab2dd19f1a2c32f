import type { Screen, ScreenKind } from '../../model/types/model.ts';
import { meantParameter, parametersOf, pathStepsOf } from '../access/screen-routes.ts';
import { defineCheck, type PartContext } from '../runner/check.ts';
import { somebody } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'route-without-record',
  point: 2,
  severity: 'warning',
  about:
    'A record whose route does not say which, or a list or a form whose route says which though it shows all, or makes a new one.',
  *findEach(context) {
    for (const screen of context.model.screens) {
      const fault = screen.standing === 'stated' ? faultOf(screen, context) : null;
      if (fault === null) continue;
      const { id, at, roles } = screen;
      const { message, next, happens } = fault;
      const path = screen.route.replaceAll(/:[^/]+/g, '1');
      const witness = `${somebody(context, roles?.[0]?.name ?? null)} opens ${path}: ${happens}.`;
      yield { element: id, at, message, next, witness };
    }
  },
});

const MANY: ReadonlySet<ScreenKind> = new Set(['table', 'list', 'board', 'calendar', 'dashboard']);

interface Fault {
  readonly message: string;
  readonly next: string;
  readonly happens: string;
}

function faultOf(screen: Screen, { schema }: PartContext): Fault | null {
  const { entity, kind, name, route } = screen;
  const [first] = parametersOf(route);
  if (kind === 'redirect') return faultOfRedirect(screen);
  if (entity === null || !schema.entities.has(entity)) return null;
  // A parameter in other signs is reported by itself.
  const isMeant = pathStepsOf(route).some((step) => meantParameter(step) !== null);
  if (kind === 'record' && first === undefined && !isMeant) {
    return {
      message: `${name} is one ${entity}, and its route ${route} does not say which.`,
      next: `Write ${route === '/' ? '' : route}/:id, or let it show a table.`,
      happens: `there is no ${entity} to show`,
    };
  }
  if (kind === 'form' && first !== undefined) return faultOfForm(screen, entity, first);
  if (!MANY.has(kind) || first === undefined) return null;
  return {
    message: `${name} is a ${kind} of ${entity}, and “:${first}” in its route does not choose which.`,
    next: `Take “:${first}” out of the route, or let the screen show one record.`,
    happens: `every ${entity} that they may read stands there, whatever “:${first}” is`,
  };
}

/** A form is always one for a new record; one that is there is changed where it is shown. */
function faultOfForm({ name, fields, route }: Screen, entity: string, parameter: string): Fault {
  const shown = fields.length === 0 ? 'record' : `record: ${fields.map((field) => field.name).join(', ')}`;
  return {
    message: `${name} is a form, which makes a new ${entity}: “:${parameter}” in its route ${route} chooses none to change.`,
    next: `Write “${shown}” under As, so that the ${entity} of that address is changed there; or take “:${parameter}” out of the route.`,
    happens: `what they send is a new ${entity}, whatever “:${parameter}” is`,
  };
}

function faultOfRedirect({ name, otherwise, route }: Screen): Fault | null {
  const given = new Set(parametersOf(route));
  const missing = parametersOf(otherwise?.route ?? '').find((parameter) => !given.has(parameter));
  if (missing === undefined) return null;
  return {
    message: `${name} leads to ${otherwise?.route}, and nothing says what “:${missing}” is.`,
    next: `Let it lead to a route without a parameter, or give its own route “:${missing}”.`,
    happens: `they are led to an address without “:${missing}”, where nothing is found`,
  };
}
