import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Model } from '../../model/types/model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadRecord } from '../context/permissions.ts';
import { copyOf } from '../core/row-values.ts';

/** Returns the ids of the records that the person may read. Records that are not loaded are omitted. */
export function readableIds(context: Context, entity: string, ids: readonly string[]): readonly string[] {
  if (context.product) return ids;
  const readable = ids.filter((id) => {
    const row = context.find(entity, id);
    return row !== null && row !== undefined && mayReadRecord(context, row);
  });
  return readable.length === ids.length ? ids : readable;
}

/**
 * Returns a field's value as the person may read it, given that they may read the field: unreadable records are removed
 * from several references, as if they did not exist, and unreadable members from objects. In lines, write-only values
 * are removed too.
 */
export function readableValue(context: Context, value: Value, type: Attribute['type']): Value {
  if (type.kind === 'references' && isIds(value)) {
    const readable = readableIds(context, type.entity, value);
    return readable.length === 0 ? null : readable;
  }
  if (type.kind === 'object') return context.model.objects?.readable(context, value) ?? null;
  return type.kind === 'list' && isRows(value) ? value.map((line) => readableLine(context, line)) : value;
}

function readableLine(context: Context, line: Row): Row {
  const entity = entityOf(context.model, line.entity);
  const values = copyOf(line.values);
  for (const name of entity.secrets.own) values[name] = null;
  for (const [name, type] of entity.readerDependent)
    values[name] = readableValue(context, line.values[name] ?? null, type);
  return { ...line, values };
}

/**
 * Returns the fields of each entity whose value must be filtered per reader: several references, objects, and lists
 * whose lines contain such fields or write-only values.
 */
export function readableReferenceFields({
  entities,
}: Model): ReadonlyMap<string, ReadonlyMap<string, Attribute['type']>> {
  const byName = new Map(entities.map((entity) => [entity.name, entity] as const));
  const tells = (type: Attribute['type'], above: readonly string[]): boolean => {
    if (type.kind === 'references' || type.kind === 'object') return true;
    if (type.kind !== 'list' || above.includes(type.entity)) return false;
    const below = byName.get(type.entity)?.fields ?? [];
    return below.some((field) => field.writeOnly || tells(field.type, [...above, type.entity]));
  };
  return new Map(
    entities.map(({ name, fields }) => {
      const telling = fields.filter(({ type }) => tells(type, [name]));
      return [name, new Map(telling.map((field) => [field.name, field.type] as const))] as const;
    }),
  );
}
