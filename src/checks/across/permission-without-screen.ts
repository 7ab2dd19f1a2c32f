import type { Schema } from '../../model/lookups/schema.ts';
import type { Operation, Permission, Screen } from '../../model/types/model.ts';
import { defineCheck, type PartContext } from '../check.ts';
import { isCalled, programsOf } from '../programs.ts';

export const check = defineCheck({
  code: 'permission-without-screen',
  point: null,
  severity: 'warning',
  about: 'A role may read, create or change an entity, and no screen of that role lets it.',
  *find(context) {
    const served = new Set(context.gather(servedIn).flat());
    const programs = programsOf(context);
    const seen = new Set<string>();
    for (const cell of context.gather(cellsIn).flat()) {
      const { operation, role, entity } = cell;
      const key = keyOf(role, operation, entity);
      if (seen.has(key) || served.has(keyOf('', operation, entity))) continue;
      // Whoever has a role that includes another opens the screens of both.
      const isServed = (name: string) =>
        [name, ...context.access.held(name)].some((held) => served.has(keyOf(held, operation, entity)));
      const others = context.access.oneOf(role);
      if (isServed(role) || (others.length > 0 && others.every(isServed))) continue;
      if (programs.has(role) && isCalled(context.model.calls, entity, operation)) continue;
      seen.add(key);
      yield {
        element: cell.id,
        point: 6,
        at: cell.at,
        message: `${role} may ${operation} ${entity}, and no screen of ${role} lets them.`,
        next: `Add ${role} to the For of a ${KINDS[operation]} of ${entity}, or take the permission away.`,
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

/** Deleting and bringing back need no screen of their own; people are read wherever they are referred to. */
function cellsIn({ model, schema }: PartContext): readonly Permission[] {
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

/** Under the empty name stands what every role is served: by screens with a blank `For`, or of a role that everyone holds. */
function servedIn({ model, schema, access }: PartContext): readonly string[] {
  const everyones = new Set(access.everyone.map(({ name }) => name));
  const served = new Set<string>();
  for (const screen of model.screens) {
    const names = screen.roles?.map(({ name }) => (everyones.has(name) ? '' : name)) ?? [];
    for (const role of screen.roles?.length === 0 ? [''] : names) {
      for (const [operation, entity] of servedBy(screen, schema)) served.add(keyOf(role, operation, entity));
    }
  }
  return [...served];
}

function* servedBy({ entity, kind }: Screen, schema: Schema): Generator<readonly [Operation, string]> {
  if (entity === null || kind === 'page') return;
  yield [kind === 'form' ? 'create' : 'read', entity];
  if (kind === 'record') yield ['change', entity];
  for (const { type } of schema.entities.get(entity)?.entity.fields ?? []) {
    if (type.kind === 'reference' || type.kind === 'references') yield ['read', type.entity];
  }
}
