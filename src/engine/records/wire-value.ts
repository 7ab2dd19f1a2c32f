import { fieldType } from '../../fields/registry/lookup.ts';
import type { Json } from '../../fields/text/json.ts';
import { emptyNameMap, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { stateIn } from '../../model/lookups/states.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { entityOf } from '../context/decision-context.ts';

/** A record in wire format: its id, and the fields that its reader may see. */
export interface WireFields {
  [name: string]: Json;
  id: string;
}

/** Returns by what a response names a record. */
type NameOf = (entity: string, id: string) => Json;

/** Converts the readable values of a record to wire format, in stated order. `nameOf`: absent, records have their ids. */
export function wireFields(model: CompiledModel, row: Row, values: Values): WireFields;
export function wireFields(model: CompiledModel, row: Row, values: Values, nameOf: NameOf): Json;
export function wireFields(model: CompiledModel, row: Row, values: Values, nameOf?: NameOf): Json {
  const wire = emptyNameMap<Json>();
  for (const { name, type } of entityOf(model, row.entity).attributes) {
    const value = values[name];
    if (value !== undefined) wire[name] = wireValue(model, value, type, nameOf);
  }
  wire['id'] = nameOf === undefined ? row.id : nameOf(row.entity, row.id);
  return wire;
}

/** Converts a value to wire format; lines with their ids and fields. */
export function wireValue(model: CompiledModel, value: Value, type: Attribute['type'], nameOf?: NameOf): Json {
  if (type.kind === 'list') return isRows(value) ? value.map((row) => wireLine(model, row, nameOf)) : [];
  if (nameOf !== undefined && type.kind === 'reference' && typeof value === 'string') return nameOf(type.entity, value);
  if (nameOf !== undefined && type.kind === 'references' && isIds(value))
    return value.flatMap((id) => nameOf(type.entity, id) ?? []);
  return fieldType(type.kind).write(value, type);
}

function wireLine(model: CompiledModel, row: Row, nameOf?: NameOf): Json {
  const line = emptyNameMap<Json>();
  line['id'] = row.id;
  const entity = model.entities.get(row.entity);
  for (const field of entity?.entity.fields ?? []) {
    if (!field.writeOnly) line[field.name] = wireValue(model, row.values[field.name] ?? null, field.type, nameOf);
  }
  for (const { machine } of entity?.machines ?? [])
    if (!machine.stateless) line[machine.name] = stateIn(machine, row.values);
  return line;
}
