import { fieldType } from '../../fields/registry/lookup.ts';
import type { Json } from '../../fields/text/json.ts';
import { emptyNameMap, type Row, type Value } from '../../fields/text/value.ts';
import { isFile } from '../../fields/types/file.ts';
import { isRows } from '../../fields/types/list.ts';
import { recordValuesIn } from '../../fields/types/object.ts';
import type { Field } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompileContext } from '../compiled/compiled-formula.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Objects } from '../compiled/objects.ts';
import type { Context } from '../context/decision-context.ts';

/**
 * Returns the part of an object that the person may read: the members whose fields their roles read on every record of
 * the entity. Null if there is none. The record itself may have changed or be deleted, so no condition is evaluated.
 */
function readable(context: Context, value: Value): Value {
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

/** Maximum depth of lines within lines. */
const MOST_DEEP = 4;

/**
 * Returns what a record or line holds: its fields and states, with its lines. Left out are passwords, write-only fields,
 * other objects, and what is computed on reading.
 */
function valuesIn(place: Place, row: Row, depth = 0): Json {
  const values = emptyNameMap<Json>();
  for (const attribute of place.schema.entities.get(row.entity)?.attributes.values() ?? []) {
    const { name, kind, type } = attribute;
    if (kind === 'built-in' || LEFT_OUT.has(type.kind) || (kind === 'field' && attribute.field.writeOnly)) continue;
    if (place.byClock?.(row.entity, name) !== undefined || (type.kind === 'list' && depth >= MOST_DEEP)) continue;
    values[name] = jsonOf(place, row.values[name] ?? null, type, depth);
  }
  return values;
}

const LEFT_OUT: ReadonlySet<string> = new Set(['password', 'object', 'unknown']);

type Place = Pick<CompileContext, 'schema' | 'byClock'>;

function jsonOf(place: Place, value: Value, type: Type, depth: number): Json {
  if (type.kind === 'list') return isRows(value) ? value.map((line) => valuesIn(place, line, depth + 1)) : [];
  if (type.kind !== 'file') return fieldType(type.kind).write(value, type);
  if (Array.isArray(value)) return (value as readonly Value[]).map(nameOfFile);
  return nameOfFile(value);
}

const nameOfFile = (value: Value): Json => (isFile(value) ? value.name : null);

/** Returns what makes and filters the objects of a Model. */
export const objectsOf = (place: Place): Objects => ({
  valuesOf: (row) => JSON.stringify({ entity: row.entity, values: valuesIn(place, row) }),
  readable: (context, value) => readable(context as Context, value),
});
