import type { Typed } from '../expressions/typed.ts';
import type { Formula } from '../model/formula.ts';
import type { EntitySchema } from '../model/schema.ts';
import type { Access } from './access.ts';
import type { CheckContext, PartContext } from './check.ts';
import type { Part } from './parts.ts';
import { noting } from './typing.ts';

/** What was looked up outside of a part, and whether it would be the same now. */
export interface Lookups {
  readonly areSame: (context: Omit<CheckContext, 'gather'>, parts: ReadonlyMap<string | null, Part>) => boolean;
}

type Seen = PartContext &
  Pick<Part, 'machines' | 'rules' | 'permissions' | 'screens' | 'calls'> & { readonly own: CheckContext['formulas'] };

/**
 * The context of one part, in which every look-up of something else is written down: entities by name, the cells of
 * their permissions, the types of their formulas.
 */
export function watched(
  context: Omit<CheckContext, 'gather'>,
  part: Part,
  own: CheckContext['formulas'],
  parts: ReadonlyMap<string | null, Part>,
): { readonly context: Seen; readonly lookups: Lookups } {
  const schemas = new Map<string, EntitySchema | undefined>();
  const others = new Map<string, Part | undefined>();
  const types = new Map<Formula, Typed | null>();
  const typed = (formula: Formula | null) => {
    const found = context.typed(formula);
    if (formula !== null) types.set(formula, found);
    return found;
  };
  const visited = (entity: string) => {
    others.set(entity, parts.get(entity));
    const parent = context.schema.entities.get(entity)?.entity.belongsTo?.name;
    if (parent !== undefined) others.set(parent, parts.get(parent));
    return entity;
  };
  const { access, schema } = context;
  const watchedAccess: Access = {
    ...access,
    may: (role, entity, operation) => access.may(role, visited(entity), operation),
    somebodyMay: (entity, operation) => access.somebodyMay(visited(entity), operation),
    cells: (entity, operation) => access.cells(visited(entity), operation),
    fieldCells: (entity, field) => access.fieldCells(visited(entity), field),
  };
  const { entity, model, machines, rules, permissions, screens, calls } = part;
  const seen: Seen = {
    model,
    schema: { ...schema, model, entities: noting(schema.entities, (name, found) => schemas.set(name, found)) },
    formulas: own,
    own,
    typed,
    access: watchedAccess,
    gather: (look) => [look(seen)],
    entity,
    machines,
    rules,
    permissions,
    screens,
    calls,
  };
  return {
    context: seen,
    lookups: {
      areSame: (now, nowParts) =>
        now.schema.person === schema.person &&
        [...schemas].every(([name, found]) => now.schema.entities.get(name) === found) &&
        [...others].every(([name, found]) => nowParts.get(name) === found) &&
        [...types].every(([formula, found]) => now.typed(formula) === found),
    },
  };
}
