import { queriesIn } from '../expressions/relation/queries.ts';
import type { PartContext } from './check.ts';
import { takenBy } from './flow-existence.ts';
import { anywhere, readsOf } from './flow-reads.ts';
import { goneWith, type Source } from './flow-sources.ts';

/**
 * What whoever brings a deleted record back notices of others: whether what it points to is still there, whether its unique
 * values were taken meanwhile, whether a rule that looks at other records refuses, and which roles a person had; and the
 * same of all that went along with it, which comes back with it or not at all.
 */
export function* ofRestoring(context: PartContext): Generator<Source> {
  const { access, model, schema } = context;
  const about = (entity: string) => ({
    entity,
    shows: `whether ${entity} can be brought back`,
    roles: () =>
      [...schema.roles.keys()].filter((role) => access.canHold(role) && access.may(role, entity, 'restore') === 'yes'),
  });
  for (const { name } of model.entities) {
    for (const source of ofRecord(name, context)) {
      for (const entity of goneWith(name, context)) {
        const alone = entity === name;
        if (alone) yield { ...about(entity), ...source };
        else {
          const { element, at, formula, reads } = source;
          const along = [...reads, ...takenBy(name, context)];
          yield { ...about(entity), kind: 'restoring', element, at, formula, reads: along };
        }
      }
    }
  }
}

type Hindrance = Pick<Source, 'kind' | 'element' | 'at' | 'formula' | 'reads'> & Partial<Pick<Source, 'shows'>>;

/** What may keep a record of this entity from coming back. */
function* ofRecord(entity: string, context: PartContext): Generator<Hindrance> {
  const { model, schema } = context;
  const { fields = [], unique = [] } = model.entities.find(({ name }) => name === entity) ?? {};
  const about = { kind: 'restoring', formula: null } as const;
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
  for (const { id, at, name, entity: of, condition, events } of model.rules) {
    const typed = of === entity ? context.typed(condition) : null;
    if (typed === null || queriesIn(typed).length === 0) continue;
    if (events.length > 0 && !events.some((event) => event.name === 'create')) continue;
    const reads = readsOf(typed, context);
    yield { kind: 'rule', element: id, at, formula: condition, reads, shows: `whether ${name} refuses` };
  }
}
