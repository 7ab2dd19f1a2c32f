import type { Operation, Permission, Screen } from '../../model/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';

/** What the screens of a role let it do, by entity. */
type Served = Readonly<Record<Operation, Set<string>>>;

export const check = defineCheck({
  code: 'permission-without-screen',
  point: null,
  severity: 'warning',
  about: 'A role may read, create or change an entity, and no screen of that role lets it.',
  *find(context) {
    const served = servedByRole(context);
    const seen = new Set<string>();
    for (const cell of context.model.permissions) {
      const key = `${cell.operation} ${cell.role} ${cell.entity}`;
      if (seen.has(key) || !isMissing(cell, served, context)) continue;
      seen.add(key);
      yield {
        element: cell.id,
        point: 6,
        at: cell.at,
        message: `${cell.role} may ${cell.operation} ${cell.entity}, and no screen of ${cell.role} lets them.`,
        next: `Add ${cell.role} to the For of a ${KINDS[cell.operation]} of ${cell.entity}, or take the permission away.`,
      };
    }
  },
});

const KINDS: Readonly<Record<Operation, string>> = {
  read: 'table or record screen',
  create: 'form',
  change: 'record screen',
  delete: 'record screen',
};

/** Deleting needs no screen of its own; people are read wherever they are referred to. */
function isMissing(cell: Permission, served: ReadonlyMap<string, Served>, { schema }: CheckContext): boolean {
  if (cell.standing !== 'stated' || cell.field !== null || cell.grant.kind !== 'yes' || cell.operation === 'delete')
    return false;
  const entity = schema.entities.get(cell.entity)?.entity;
  if (entity === undefined || entity.standing !== 'stated' || entity.belongsTo !== null) return false;
  if (cell.operation === 'read' && schema.person?.entity.name === entity.name) return false;
  const own = served.get(cell.role);
  return (
    own !== undefined && !own[cell.operation].has(entity.name) && !served.get('')?.[cell.operation].has(entity.name)
  );
}

/** Under the empty name stands what every role is served: by screens with a blank `For`, or of a role that everyone holds. */
function servedByRole({ model, schema, access }: CheckContext): ReadonlyMap<string, Served> {
  const everyones = new Set(access.everyone.map(({ name }) => name));
  const found = new Map<string, Served>(['', ...schema.roles.keys()].map((role) => [role, nothing()]));
  for (const screen of model.screens) {
    const names = screen.roles?.map(({ name }) => (everyones.has(name) ? '' : name)) ?? [];
    for (const name of screen.roles?.length === 0 ? [''] : names) {
      const served = found.get(name);
      if (served !== undefined) serve(served, screen, schema);
    }
  }
  return found;
}

function nothing(): Served {
  return { read: new Set(), create: new Set(), change: new Set(), delete: new Set() };
}

function serve(served: Served, { entity, kind, route }: Screen, schema: CheckContext['schema']): void {
  if (entity === null || kind === 'page') return;
  if (kind !== 'form') served.read.add(entity);
  else if (!route.includes(':')) served.create.add(entity);
  if (kind === 'record' || (kind === 'form' && route.includes(':'))) served.change.add(entity);
  for (const { type } of schema.entities.get(entity)?.entity.fields ?? []) {
    if (type.kind === 'reference') served.read.add(type.entity);
  }
}
