import type { CheckContext } from '../runner/check.ts';
import { readAnywhere, type ValueRead } from './flow-reads.ts';
import { cascadeOrigins, type FlowSource, finalStateFields, readingRoles } from './flow-sources.ts';

/**
 * Returns the values that decide whether a record survives the deletion of another: its cascading references, and its
 * state, because a record in a final state is not deleted along. For a line, also those of its owner; in each case also
 * those of the records that the cascade comes from. Empty if nobody can delete any of these records.
 */
export function cascadeReads(entity: string, context: CheckContext): readonly ValueRead[] {
  const about = context.schema.entities.get(entity);
  return about === undefined
    ? []
    : context.memoize('taken by', about, () => [...cascadeReadsOf(entity, context, new Set())]);
}

function* cascadeReadsOf(entity: string, context: CheckContext, visited: Set<string>): Generator<ValueRead> {
  if (visited.has(entity)) return;
  visited.add(entity);
  const { attributes, owner } = context.schema.entities.get(entity) ?? {};
  if (owner != null) yield* cascadeReadsOf(owner.entity, context, visited);
  for (const attribute of attributes?.values() ?? []) {
    const target = attribute.kind === 'field' && attribute.field.onDelete === 'cascade' ? attribute.type : null;
    if (target?.kind !== 'reference' && target?.kind !== 'references') continue;
    if (!canBeDeleted(target.entity, context)) continue;
    for (const name of [attribute.name, ...finalStateFields(entity, context)]) yield readAnywhere(entity, name);
    yield* cascadeReadsOf(target.entity, context, visited);
  }
}

/**
 * Whether somebody may delete such a record, or one whose deletion cascades to it. A line is also deleted by a change
 * of its owner.
 */
const canBeDeleted = (entity: string, context: CheckContext): boolean =>
  [...cascadeOrigins(entity, context)].some(
    (name) =>
      (context.schema.entities.get(name)?.owner ?? null) !== null ||
      context.access.anybodyMay(name, 'delete') === 'yes',
  );

/**
 * A reader of a record notices that it was deleted by a cascade, and a reader of a reference notices that it was
 * cleared.
 */
export function* cascadeSources(context: CheckContext): Generator<FlowSource> {
  for (const { name: entity, fields } of context.model.entities) {
    const taken = cascadeReads(entity, context);
    const [first] = taken;
    if (first !== undefined) {
      const field = context.schema.entities.get(first.entity)?.attributes.get(first.field);
      const at = field?.kind === 'field' ? field.field.at : null;
      // Values of the records that the cascade comes from may be hidden by themselves.
      const reads = taken.map((each) => ({ ...each, own: each.entity === entity }));
      const roles = () => readingRoles(entity, 'id', context);
      const shows = `whether ${entity} is deleted together with another record`;
      yield { kind: 'cascade', element: field?.id ?? entity, at, formula: null, entity, reads, roles, shows };
    }
    for (const { id, at, name, type, onDelete } of fields) {
      if ((type.kind !== 'reference' && type.kind !== 'references') || onDelete !== 'clear') continue;
      const reads = cascadeReads(type.entity, context);
      const roles = () => readingRoles(entity, name, context);
      const shows = `whether ${name} of ${entity} is cleared when another record is deleted`;
      yield { kind: 'cascade', element: id, at, formula: null, entity, reads, roles, shows };
    }
  }
}
