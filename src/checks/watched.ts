import type { Typed } from '../expressions/typed.ts';
import type { Formula } from '../model/formula.ts';
import type { Entity } from '../model/model.ts';
import type { EntitySchema } from '../model/schema.ts';
import type { Access } from './access.ts';
import type { CheckContext } from './check.ts';
import type { Part } from './parts.ts';
import { noting } from './typing.ts';

/** What was looked up outside of a part, and whether it would be the same now. */
export interface Lookups {
  readonly areSame: (context: CheckContext, parts: ReadonlyMap<string | null, Part>) => boolean;
}

type Seen = CheckContext &
  Pick<Part, 'machines' | 'rules' | 'permissions' | 'screens' | 'calls'> & {
    readonly entity: Entity | null;
    readonly own: CheckContext['formulas'];
  };

/**
 * The context of one part, in which every look-up of something else is written down: entities by name, the cells of
 * their permissions, the types of their formulas.
 */
export function watched(
  context: CheckContext,
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
  const visit = (entity: string) => {
    others.set(entity, parts.get(entity));
    const parent = context.schema.entities.get(entity)?.entity.belongsTo?.name;
    if (parent !== undefined) others.set(parent, parts.get(parent));
  };
  const { access, schema } = context;
  const watchedAccess: Access = {
    ...access,
    may: (role, entity, operation) => (visit(entity), access.may(role, entity, operation)),
    somebodyMay: (entity, operation) => (visit(entity), access.somebodyMay(entity, operation)),
    cells: (entity, operation) => (visit(entity), access.cells(entity, operation)),
  };
  const { entity, model, machines, rules, permissions, screens, calls } = part;
  return {
    context: {
      model,
      schema: { ...schema, model, entities: noting(schema.entities, (name, found) => schemas.set(name, found)) },
      formulas: own,
      own,
      typed,
      access: watchedAccess,
      entity,
      machines,
      rules,
      permissions,
      screens,
      calls,
    },
    lookups: {
      areSame: (now, nowParts) =>
        now.schema.person === schema.person &&
        [...schemas].every(([name, found]) => now.schema.entities.get(name) === found) &&
        [...others].every(([name, found]) => nowParts.get(name) === found) &&
        [...types].every(([formula, found]) => now.typed(formula) === found),
    },
  };
}
