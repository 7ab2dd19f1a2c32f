import type { Call, Operation } from '../model/types/model.ts';
import type { CheckContext, PartContext } from './check.ts';

/**
 * The roles that use calls alone, as a program does: somebody can hold them, and no stated screen names them or a role that
 * they include.
 */
export function programsOf(context: CheckContext): ReadonlySet<string> {
  const { access, schema } = context;
  const visiting = new Set(context.gather(visitorsIn).flat());
  const everyones = new Set(access.everyone.map(({ name }) => name));
  const visits = (role: string) => [...access.held(role)].some((name) => visiting.has(name) && !everyones.has(name));
  return new Set(
    [...schema.roles.keys()].filter((role) => !everyones.has(role) && access.canHold(role) && !visits(role)),
  );
}

function visitorsIn({ model }: PartContext): readonly string[] {
  return model.screens.flatMap(({ roles, standing }) =>
    standing === 'stated' ? (roles ?? []).map(({ name }) => name) : [],
  );
}

/** Whether a stated call does this with records of the entity: an operation, or an event by its name. */
export function isCalled(
  calls: readonly Call[],
  entity: string,
  deed: Operation | { readonly event: string },
): boolean {
  return calls.some(({ does, standing }) => {
    if (standing !== 'stated' || !('entity' in does) || does.entity !== entity) return false;
    if (typeof deed === 'object') return does.kind === 'event' && does.event === deed.event;
    return does.kind === deed || (deed === 'read' && does.kind === 'list');
  });
}
