import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Model } from '../../model/types/model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadRecord } from '../context/permissions.ts';
import { copyOf } from '../core/row.ts';

/** Of these records those that the person may read. What was not loaded is not told of. */
export function seenIds(context: Context, entity: string, ids: readonly string[]): readonly string[] {
  if (context.product) return ids;
  const seen = ids.filter((id) => {
    const row = context.find(entity, id);
    return row !== null && row !== undefined && mayReadRecord(context, row);
  });
  return seen.length === ids.length ? ids : seen;
}

/**
 * A value as the person reads it, who reads its field: of several records those alone that they may read, as if there were no
 * others; in lines too, which tell nothing secret.
 */
export function seenValue(context: Context, value: Value, type: Attribute['type']): Value {
  if (type.kind === 'references' && isIds(value)) {
    const seen = seenIds(context, type.entity, value);
    return seen.length === 0 ? null : seen;
  }
  return type.kind === 'list' && isRows(value) ? value.map((line) => seenLine(context, line)) : value;
}

function seenLine(context: Context, line: Row): Row {
  const entity = entityOf(context.app, line.entity);
  const values = copyOf(line.values);
  for (const name of entity.secrets.own) values[name] = null;
  for (const [name, type] of entity.telling) values[name] = seenValue(context, line.values[name] ?? null, type);
  return { ...line, values };
}

/** The fields of each entity that hold several records, or lines that hold some or a secret: what they tell is looked at one by one. */
export function tellingFields({ entities }: Model): ReadonlyMap<string, ReadonlyMap<string, Attribute['type']>> {
  const byName = new Map(entities.map((entity) => [entity.name, entity] as const));
  const tells = (type: Attribute['type'], above: readonly string[]): boolean => {
    if (type.kind === 'references') return true;
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
