import type { CheckContext, PartContext } from '../runner/check.ts';
import { anywhere, type Read } from './flow-reads.ts';
import { endsOf, goneWith, readersOf, type Source } from './flow-sources.ts';

/**
 * What decides whether a record is still there once another is deleted: the references that take it along, unless it has
 * ended; for a line those of its owner, and for each of them what takes that other one along. None where nobody deletes it.
 */
export function takenBy(entity: string, context: CheckContext): readonly Read[] {
  const about = context.schema.entities.get(entity);
  return about === undefined ? [] : context.worked('taken by', about, () => [...found(entity, context, new Set())]);
}

function* found(entity: string, context: CheckContext, seen: Set<string>): Generator<Read> {
  if (seen.has(entity)) return;
  seen.add(entity);
  const { attributes, owner } = context.schema.entities.get(entity) ?? {};
  if (owner != null) yield* found(owner.entity, context, seen);
  for (const attribute of attributes?.values() ?? []) {
    const leads = attribute.kind === 'field' && attribute.field.onDelete === 'cascade' ? attribute.type : null;
    if (leads?.kind !== 'reference' && leads?.kind !== 'references') continue;
    if (!canGo(leads.entity, context)) continue;
    for (const name of [attribute.name, ...endsOf(entity, context)]) yield anywhere(entity, name);
    yield* found(leads.entity, context, seen);
  }
}

/** Whether somebody deletes such records, or something that they go along with; a line goes when its owner is changed. */
const canGo = (entity: string, context: CheckContext): boolean =>
  [...goneWith(entity, context)].some(
    (name) =>
      (context.schema.entities.get(name)?.owner ?? null) !== null ||
      context.access.somebodyMay(name, 'delete') === 'yes',
  );

/** Whoever reads a record sees that it went along with another, and where it was named that it is no longer. */
export function* ofCascades(context: PartContext): Generator<Source> {
  for (const { name: entity, fields } of context.model.entities) {
    const taken = takenBy(entity, context);
    const [first] = taken;
    if (first !== undefined) {
      const field = context.schema.entities.get(first.entity)?.attributes.get(first.field);
      const at = field?.kind === 'field' ? field.field.at : null;
      // What leads on from it may be hidden on its own.
      const reads = taken.map((each) => ({ ...each, own: each.entity === entity }));
      const roles = () => readersOf(entity, 'id', context);
      const shows = `whether ${entity} is still there once something else is deleted`;
      yield { kind: 'cascade', element: field?.id ?? entity, at, formula: null, entity, reads, roles, shows };
    }
    for (const { id, at, name, type, onDelete } of fields) {
      if ((type.kind !== 'reference' && type.kind !== 'references') || onDelete !== 'clear') continue;
      const reads = takenBy(type.entity, context);
      const roles = () => readersOf(entity, name, context);
      const shows = `whether ${name} of ${entity} is cleared once something else is deleted`;
      yield { kind: 'cascade', element: id, at, formula: null, entity, reads, roles, shows };
    }
  }
}
