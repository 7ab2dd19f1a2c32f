import type { Screen, ScreenKind } from '../../model/types/model.ts';
import { kindsShowing } from '../../model/types/screen-kinds.ts';
import { intendedParameter, parametersOf, pathStepsOf } from '../access/screen-routes.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { personWithRole } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'route-without-record',
  point: 2,
  severity: 'warning',
  about:
    'A record screen whose route does not identify the record, or a list or form whose route has a parameter without effect.',
  *find(context) {
    for (const screen of context.model.screens) {
      const fault = screen.standing === 'stated' ? faultOf(screen, context) : null;
      if (fault === null) continue;
      const { id, at, roles } = screen;
      const { message, next, happens } = fault;
      const path = screen.route.replaceAll(/:[^/]+/g, '1');
      const witness = `${personWithRole(context, roles?.[0]?.name ?? null)} opens ${path}: ${happens}.`;
      yield { element: id, at, message, next, witness };
    }
  },
});

const MANY: ReadonlySet<ScreenKind> = new Set(kindsShowing('records', 'figures'));

interface Fault {
  readonly message: string;
  readonly next: string;
  readonly happens: string;
}

function faultOf(screen: Screen, { schema }: CheckContext): Fault | null {
  const { entity, kind, name, route } = screen;
  const [first] = parametersOf(route);
  if (kind === 'redirect') return faultOfRedirect(screen);
  if (entity === null || !schema.entities.has(entity)) return null;
  // Another check reports a parameter in another notation.
  const isMeant = pathStepsOf(route).some((step) => intendedParameter(step) !== null);
  if (kind === 'record' && first === undefined && !isMeant) {
    return {
      message: `${name} shows one ${entity}, but its route ${route} does not say which.`,
      next: `Write ${route === '/' ? '' : route}/:id, or show a table instead.`,
      happens: `there is no ${entity} to show`,
    };
  }
  if (kind === 'form' && first !== undefined) return faultOfForm(screen, entity, first);
  if (!MANY.has(kind) || first === undefined) return null;
  return {
    message: `${name} is a ${kind} of ${entity}, so “:${first}” in its route has no effect.`,
    next: `Remove “:${first}” from the route, or show one record instead.`,
    happens: `every readable ${entity} is listed, whatever “:${first}” is`,
  };
}

/** A form always creates a new record. An existing one is changed on its record screen. */
function faultOfForm({ name, fields, route }: Screen, entity: string, parameter: string): Fault {
  const shown = fields.length === 0 ? 'record' : `record: ${fields.map((field) => field.name).join(', ')}`;
  return {
    message: `${name} is a form for a new ${entity}, so “:${parameter}” in its route ${route} has no effect.`,
    next: `Write “${shown}” under As, so that the ${entity} of that address is changed there; or remove “:${parameter}” from the route.`,
    happens: `sending it creates a new ${entity}, whatever “:${parameter}” is`,
  };
}

function faultOfRedirect({ name, otherwise, route }: Screen): Fault | null {
  const given = new Set(parametersOf(route));
  const missing = parametersOf(otherwise?.route ?? '').find((parameter) => !given.has(parameter));
  if (missing === undefined) return null;
  return {
    message: `${name} leads to ${otherwise?.route}, but “:${missing}” has no value.`,
    next: `Redirect to a route without a parameter, or add “:${missing}” to its own route.`,
    happens: `they are redirected to an address without “:${missing}”, which is not found`,
  };
}
