import { formulasOf, type StatedFormula } from '../../expressions/types/formulas.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Entity, Model } from '../../model/types/model.ts';

/** The lists of a Model whose elements belong to an entity. */
export type OwnLists = Pick<Model, 'entities' | 'machines' | 'rules' | 'permissions' | 'screens' | 'calls'>;

/** One entity with all elements about it; with `entity: null`, the elements that belong to no entity. */
export interface Part extends Omit<OwnLists, 'entities'> {
  readonly entity: Entity | null;
  /** The lists of the Model, reduced to this part. Roles, constants, errors, limits and points belong to all parts. */
  readonly lists: OwnLists;
}

/** Returns the parts of a Model by the name of their entity. Two entities with the same name share a part. */
export function partsOf(model: Model): ReadonlyMap<string | null, Part> {
  const entities = Map.groupBy(model.entities, ({ name }) => name);
  const known = (name: string | null) => (name !== null && entities.has(name) ? name : null);
  const machines = Map.groupBy(model.machines, ({ entity }) => known(entity));
  const rules = Map.groupBy(model.rules, ({ entity }) => known(entity));
  const permissions = Map.groupBy(model.permissions, ({ entity }) => known(entity));
  const screens = Map.groupBy(model.screens, ({ entity }) => known(entity));
  const calls = Map.groupBy(model.calls, ({ does }) => known('entity' in does ? does.entity : null));
  return new Map(
    [...entities.keys(), null].map((name) => {
      const lists: OwnLists = {
        entities: name === null ? [] : (entities.get(name) ?? []),
        machines: machines.get(name) ?? [],
        rules: rules.get(name) ?? [],
        permissions: permissions.get(name) ?? [],
        screens: screens.get(name) ?? [],
        calls: calls.get(name) ?? [],
      };
      const { entities: own, ...rest } = lists;
      return [name, { entity: own[0] ?? null, ...rest, lists }];
    }),
  );
}

/** Returns the formulas of a part. Those of constants and roles are in the part without an entity. */
export function formulasIn({ entity, lists }: Part, schema: Schema): StatedFormula[] {
  const all = { ...schema.model, ...lists };
  return formulasOf({ ...schema, model: entity === null ? all : { ...all, constants: [], roles: [] } });
}
