import { queriesIn } from '../../expressions/relation/queries.ts';
import type { CheckContext } from '../runner/check.ts';
import { cascadeReads } from './flow-existence.ts';
import { readAnywhere, readsOf } from './flow-reads.ts';
import { cascadeOrigins, type FlowSource } from './flow-sources.ts';

/**
 * Returns what a person who restores a deleted record notices about other data: whether the targets of its references
 * still exist, whether its unique values are taken, whether a rule over other records refuses it, and which roles a
 * person had. The same holds for all records that were deleted together with it, because they are restored together or
 * not at all.
 */
export function* restoreSources(context: CheckContext): Generator<FlowSource> {
  const { access, model, schema } = context;
  const about = (entity: string) => ({
    entity,
    shows: `whether ${entity} can be restored`,
    roles: () =>
      [...schema.roles.keys()].filter((role) => access.canHold(role) && access.may(role, entity, 'restore') === 'yes'),
  });
  for (const { name } of model.entities) {
    for (const source of ofRecord(name, context)) {
      for (const entity of cascadeOrigins(name, context)) {
        const alone = entity === name;
        if (alone) yield { ...about(entity), ...source };
        else {
          const { element, at, formula, reads } = source;
          const along = [...reads, ...cascadeReads(name, context)];
          yield { ...about(entity), kind: 'restoring', element, at, formula, reads: along };
        }
      }
    }
  }
}

type Obstacle = Pick<FlowSource, 'kind' | 'element' | 'at' | 'formula' | 'reads'> & Partial<Pick<FlowSource, 'shows'>>;

/** Returns what may prevent a record of this entity from being restored. */
function* ofRecord(entity: string, context: CheckContext): Generator<Obstacle> {
  const { model, schema } = context;
  const { fields = [], unique = [] } = model.entities.find(({ name }) => name === entity) ?? {};
  const about = { kind: 'restoring', formula: null } as const;
  for (const { id, at, name, type, onDelete, unique: alone } of fields) {
    const target = type.kind === 'reference' || type.kind === 'references' ? type.entity : null;
    if (target !== null && onDelete !== 'clear')
      yield { ...about, element: id, at, reads: [readAnywhere(target, 'id')] };
    if (type.kind === 'role' && schema.person?.entity.name === entity)
      yield { ...about, element: id, at, reads: [readAnywhere(entity, name)] };
    const taken = `whether ${name} of ${entity} is taken`;
    if (alone) yield { ...about, kind: 'unique', element: id, at, reads: [readAnywhere(entity, name)], shows: taken };
  }
  for (const { id, at, fields: together, where } of unique) {
    const typed = context.typed(where);
    const named = together.map(({ name }) => readAnywhere(entity, name));
    const reads = [...named, ...(typed === null ? [] : readsOf(typed, context))];
    const taken = `whether ${together.map(({ name }) => name).join(', ')} of ${entity} is taken`;
    yield { ...about, kind: 'unique', element: id, at, reads, shows: taken };
  }
  for (const { id, at, name, entity: of, condition, events } of model.rules) {
    const typed = of === entity ? context.typed(condition) : null;
    if (typed === null || queriesIn(typed).length === 0) continue;
    if (events.length > 0 && !events.some((event) => event.name === 'create')) continue;
    const reads = readsOf(typed, context);
    yield { kind: 'rule', element: id, at, formula: condition, reads, shows: `whether ${name} refuses` };
  }
}
