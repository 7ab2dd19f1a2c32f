import type { CheckContext, CheckedFormula, EntityContext } from './check.ts';

/** The entities with what is stated of each; of two of one name, the first. */
export function partsOf(context: CheckContext): EntityContext[] {
  const { model, schema } = context;
  const machines = Map.groupBy(model.machines, ({ entity }) => entity);
  const rules = Map.groupBy(model.rules, ({ entity }) => entity);
  const permissions = Map.groupBy(model.permissions, ({ entity }) => entity);
  const screens = Map.groupBy(model.screens, ({ entity }) => entity);
  const calls = Map.groupBy(model.calls, ({ does }) => ('entity' in does ? does.entity : null));
  const formulas = Map.groupBy(context.formulas, ownerIn(context));
  return [...schema.entities.values()].map(({ entity }) => ({
    ...context,
    entity,
    machines: machines.get(entity.name) ?? [],
    rules: rules.get(entity.name) ?? [],
    permissions: permissions.get(entity.name) ?? [],
    screens: screens.get(entity.name) ?? [],
    calls: calls.get(entity.name) ?? [],
    own: formulas.get(entity.name) ?? [],
  }));
}

/** The entity whose part a formula is of; null for constants and the like. */
function ownerIn({ model }: CheckContext): (formula: CheckedFormula) => string | null {
  const owners = new Map<string, string>();
  for (const entity of model.entities) {
    owners.set(entity.id, entity.name);
    for (const { id } of [...entity.fields, ...entity.unique]) owners.set(id, entity.name);
  }
  for (const { entity, transitions } of model.machines) for (const { id } of transitions) owners.set(id, entity);
  for (const { id, entity } of [...model.rules, ...model.permissions]) owners.set(id, entity);
  for (const { id, entity, numbers, charts, filters } of model.screens) {
    if (entity === null) continue;
    for (const each of [id, ...[...numbers, ...charts, ...filters].map((part) => part.id)]) owners.set(each, entity);
  }
  for (const { id, does } of model.calls) if ('entity' in does) owners.set(id, does.entity);
  return ({ element, entity }) => owners.get(element) ?? entity;
}
