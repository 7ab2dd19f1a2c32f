import type { Schema } from '../../model/lookups/schema.ts';
import type { Operation, Permission, Screen } from '../../model/types/model.ts';
import { isCalled, programRoles } from '../access/program-roles.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'permission-without-screen',
  point: null,
  severity: 'warning',
  about: 'A permission to read, create or change that no screen of the role offers.',
  *find(context) {
    const offered = offeredIn(context);
    const programs = programRoles(context);
    const seen = new Set<string>();
    for (const cell of cellsIn(context)) {
      const { operation, role, entity } = cell;
      const key = keyOf(role, operation, entity);
      if (seen.has(key) || offered.has(keyOf('', operation, entity))) continue;
      // A person with a role that includes another can open the screens of both.
      const isOffered = (name: string) =>
        [name, ...context.access.certainRoles(name)].some((held) => offered.has(keyOf(held, operation, entity)));
      const others = context.access.assignedRoles(role);
      if (isOffered(role) || (others.length > 0 && others.every(isOffered))) continue;
      if (programs.has(role) && isCalled(context.model.calls, entity, operation)) continue;
      seen.add(key);
      yield {
        element: cell.id,
        point: 6,
        at: cell.at,
        message: `${role} may ${operation} ${entity}, but no screen of ${role} offers it.`,
        next: `Add ${role} to the For of a ${KINDS[operation]} of ${entity}, or remove the permission.`,
      };
    }
  },
});

const KINDS: Readonly<Record<Operation, string>> = {
  read: 'table or record screen',
  create: 'form',
  change: 'record screen',
  delete: 'record screen',
  restore: 'table',
};

function keyOf(role: string, operation: Operation, entity: string): string {
  return `${operation} ${entity} ${role}`;
}

/**
 * Returns the cells that need a screen. Deleting and restoring need none of their own; people are shown wherever a
 * record refers to them.
 */
function cellsIn({ model, schema }: CheckContext): readonly Permission[] {
  return model.permissions.filter((cell) => {
    const { standing, field, grant, operation } = cell;
    if (standing !== 'stated' || field !== null || grant.kind !== 'yes') return false;
    if (operation === 'delete' || operation === 'restore') return false;
    const entity = schema.entities.get(cell.entity)?.entity;
    if (entity === undefined || entity.standing !== 'stated' || entity.belongsTo !== null) return false;
    if (!schema.roles.has(cell.role)) return false;
    return cell.operation !== 'read' || schema.person?.entity.name !== entity.name;
  });
}

/**
 * Returns the operations that screens offer, by role. The role '' stands for all roles: screens with a blank `For`, or
 * for a role that everyone has.
 */
function offeredIn({ model, schema, access }: CheckContext): ReadonlySet<string> {
  const everyones = new Set(access.everyone.map(({ name }) => name));
  const offered = new Set<string>();
  for (const screen of model.screens) {
    const names = screen.roles?.map(({ name }) => (everyones.has(name) ? '' : name)) ?? [];
    for (const role of screen.roles?.length === 0 ? [''] : names) {
      for (const [operation, entity] of offeredBy(screen, schema)) offered.add(keyOf(role, operation, entity));
    }
  }
  return offered;
}

function* offeredBy({ entity, kind }: Screen, schema: Schema): Generator<readonly [Operation, string]> {
  if (entity === null || kind === 'page') return;
  yield [kind === 'form' ? 'create' : 'read', entity];
  if (kind === 'record') yield ['change', entity];
  for (const { type } of schema.entities.get(entity)?.entity.fields ?? []) {
    if (type.kind === 'reference' || type.kind === 'references') yield ['read', type.entity];
  }
}
