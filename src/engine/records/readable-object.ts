import type { Json } from '../../fields/text/json.ts';
import { emptyNameMap, type Value } from '../../fields/text/value.ts';
import { recordValuesIn } from '../../fields/types/object.ts';
import type { Field } from '../../model/types/model.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';

/**
 * Returns the part of an object that the person may read: the members whose fields their roles read on every record of
 * the entity. Null if there is none. The record itself may have changed or be deleted, so no condition is evaluated.
 */
export function readableObject(context: Context, value: Value): Value {
  if (context.product) return value;
  const stored = recordValuesIn(value);
  const entity = stored === null ? undefined : entityNamed(context, stored.entity);
  if (stored === null || entity === undefined || !readsAll(context, entity)) return null;
  const { fields } = readPolicyFor(context.model, entity, context.principal);
  const values = emptyNameMap<Json>();
  for (const [name, json] of Object.entries(stored.values)) {
    const field = entity.entity.fields.find((each) => each.name === name || each.was.includes(name));
    const current = field?.name ?? name;
    const isReadable = fields.get(current) === null && (field === undefined || namesReadable(context, field));
    if (isReadable) values[current] = json;
  }
  return Object.keys(values).length === 0 ? null : JSON.stringify({ entity: entity.name, values });
}

/** Returns the entity with this name, now or formerly. */
function entityNamed({ model }: Context, name: string): CompiledEntity | undefined {
  const known = model.entities.get(name);
  return known ?? [...model.entities.values()].find(({ entity }) => entity.was.includes(name));
}

const readsAll = ({ model, principal }: Context, entity: CompiledEntity): boolean =>
  readPolicyFor(model, entity, principal).rows === null;

/**
 * Whether the person reads every record that a field may name among several, also in lines, and nothing in lines is
 * write-only.
 */
function namesReadable(context: Context, { type, writeOnly }: Field, within: readonly string[] = []): boolean {
  if (writeOnly) return false;
  if (type.kind !== 'references' && type.kind !== 'list') return true;
  const entity = context.model.entities.get(type.entity);
  if (entity === undefined) return false;
  if (type.kind === 'references') return readsAll(context, entity);
  if (within.includes(type.entity)) return false;
  return entity.entity.fields.every((field) => namesReadable(context, field, [...within, type.entity]));
}
