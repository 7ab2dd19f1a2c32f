import type { Call, Operation } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';

/**
 * Returns the roles that only use calls, as programs do: somebody can hold them, and no stated screen names them or a
 * role that they include.
 */
export function programRoles(context: CheckContext): ReadonlySet<string> {
  return context.memoize('program roles', context.model, () => rolesOfPrograms(context));
}

function rolesOfPrograms(context: CheckContext): ReadonlySet<string> {
  const { access, schema } = context;
  const visiting = new Set(visitorsIn(context));
  const everyones = new Set(access.everyone.map(({ name }) => name));
  const visits = (role: string) =>
    [...access.certainRoles(role)].some((name) => visiting.has(name) && !everyones.has(name));
  return new Set(
    [...schema.roles.keys()].filter((role) => !everyones.has(role) && access.canHold(role) && !visits(role)),
  );
}

function visitorsIn({ model }: CheckContext): readonly string[] {
  return model.screens.flatMap(({ roles, standing }) =>
    standing === 'stated' ? (roles ?? []).map(({ name }) => name) : [],
  );
}

/** Whether a stated call performs an operation, or raises an event, on records of the entity. */
export function isCalled(
  calls: readonly Call[],
  entity: string,
  action: Operation | { readonly event: string },
): boolean {
  return calls.some(({ does, standing }) => {
    if (standing !== 'stated' || !('entity' in does) || does.entity !== entity) return false;
    if (typeof action === 'object') return does.kind === 'event' && does.event === action.event;
    return does.kind === action || (action === 'read' && (does.kind === 'list' || does.kind === 'values'));
  });
}
