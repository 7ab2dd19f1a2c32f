import type { Field } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'entity-unused',
  point: 3,
  severity: 'note',
  about: 'An entity that no screen, permission, call, rule, state, effect or other entity uses.',
  *find(context) {
    const { model, schema } = context;
    if (model.points.some(({ point, standing }) => (point === 2 || point === 6) && standing === 'not shown')) return;
    const used = usedIn(context);
    const unused = new Set(statedIn(context));
    for (const name of used) unused.delete(name);
    if (schema.person !== null) unused.delete(schema.person.entity.name);
    // Skip the walk through the entities if all are used.
    if (unused.size === 0) return;
    for (const { id, name, at } of model.entities.filter((each) => unused.has(each.name))) {
      yield {
        element: id,
        at,
        message: `Nothing in the document uses ${name}: no screen, no permission, no other entity.`,
        next: `Give ${name} a screen in point 2 and its rows in point 6, or remove it.`,
      };
    }
  },
});

/** Returns the stated entities that do not belong to another. */
function statedIn({ model }: CheckContext): readonly string[] {
  return model.entities.flatMap(({ name, standing, belongsTo }) =>
    standing === 'stated' && belongsTo === null ? name : [],
  );
}

/** Returns the entities that stated elements name. References of an entity to itself do not count. */
function usedIn({ model }: CheckContext): ReadonlySet<string> {
  const used = new Set(model.samples.map(({ entity }) => entity));
  for (const { entity, standing } of model.screens) if (entity !== null && standing !== 'assumed') used.add(entity);
  for (const { entity, standing } of model.permissions) if (standing !== 'assumed') used.add(entity);
  for (const { does, gets, standing } of model.calls) {
    if (standing === 'assumed') continue;
    if ('entity' in does) used.add(does.entity);
    for (const word of gets.match(/[\p{L}\p{N}_]+/gu) ?? []) used.add(word);
  }
  for (const { entity, standing } of model.rules) if (standing !== 'assumed') used.add(entity);
  for (const { entity, transitions } of model.machines) {
    used.add(entity);
    for (const { effects, timer } of transitions) {
      if (timer?.kind === 'on') used.add(timer.entity.name);
      for (const effect of effects) if (effect.kind === 'create') used.add(effect.entity);
    }
  }
  for (const { name, fields } of model.entities) {
    for (const field of fields) {
      const target = targetOf(field);
      if (target !== null && target !== name) used.add(target);
    }
  }
  return used;
}

function targetOf({ type }: Field): string | null {
  return type.kind === 'reference' || type.kind === 'references' || type.kind === 'list' ? type.entity : null;
}
