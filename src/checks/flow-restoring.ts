import { queriesIn } from '../expressions/queries.ts';
import type { PartContext } from './check.ts';
import { anywhere, readsOf } from './flow-reads.ts';
import type { Source } from './flow-sources.ts';

/**
 * What whoever brings a deleted record back notices of others: whether what it points to is still there, whether its unique
 * values were taken meanwhile, whether a rule that looks at other records refuses, and which roles a person had.
 */
export function* ofRestoring(context: PartContext): Generator<Source> {
  const { access, model, schema } = context;
  const roles = (entity: string) => () =>
    [...schema.roles.keys()].filter((role) => access.canHold(role) && access.may(role, entity, 'restore') === 'yes');
  for (const { name: entity, fields, unique } of model.entities) {
    const shows = `whether ${entity} can be brought back`;
    const about = { kind: 'restoring', formula: null, entity, roles: roles(entity), shows } as const;
    for (const { id, at, name, type, onDelete, unique: alone } of fields) {
      const leads = type.kind === 'reference' || type.kind === 'references' ? type.entity : null;
      if (leads !== null && onDelete !== 'clear') yield { ...about, element: id, at, reads: [anywhere(leads, 'id')] };
      if (type.kind === 'role' && schema.person?.entity.name === entity)
        yield { ...about, element: id, at, reads: [anywhere(entity, name)] };
      const taken = `whether ${name} of ${entity} is taken`;
      if (alone) yield { ...about, kind: 'unique', element: id, at, reads: [anywhere(entity, name)], shows: taken };
    }
    for (const { id, at, fields: together, where } of unique) {
      const typed = context.typed(where);
      const named = together.map(({ name }) => anywhere(entity, name));
      const reads = [...named, ...(typed === null ? [] : readsOf(typed, context))];
      const taken = `whether ${together.map(({ name }) => name).join(', ')} of ${entity} is taken`;
      yield { ...about, kind: 'unique', element: id, at, reads, shows: taken };
    }
  }
  for (const { id, at, name, entity, condition, events } of model.rules) {
    const typed = context.typed(condition);
    if (typed === null || queriesIn(typed).length === 0) continue;
    if (events.length > 0 && !events.some((event) => event.name === 'create')) continue;
    const reads = readsOf(typed, context);
    const shows = `whether ${name} refuses`;
    yield { kind: 'rule', element: id, at, formula: condition, entity, reads, roles: roles(entity), shows };
  }
}
