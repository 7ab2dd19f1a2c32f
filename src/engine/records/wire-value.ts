import { fieldType } from '../../fields/registry/lookup.ts';
import type { Json } from '../../fields/text/json.ts';
import { bare, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { App } from '../compiled/compiled-model.ts';
import { entityOf } from '../context/decision-context.ts';

/** A record as it goes over the wire: its fields by name, as far as they are among `values`, and its id. */
export interface WireFields {
  [name: string]: Json;
  id: string;
}

/** The values that somebody reads of a record, in stated order. */
export function wireFields(app: App, row: Row, values: Values): WireFields {
  const wire = bare<Json>();
  for (const { name, type } of entityOf(app, row.entity).attributes) {
    const value = values[name];
    if (value !== undefined) wire[name] = wireValue(app, value, type);
  }
  wire['id'] = row.id;
  return wire as WireFields;
}

/** A value as it goes over the wire; lines with their ids and fields. */
export function wireValue(app: App, value: Value, type: Attribute['type']): Json {
  if (type.kind === 'list') return isRows(value) ? value.map((row) => wireLine(app, row)) : [];
  return fieldType(type.kind).write(value, type);
}

function wireLine(app: App, row: Row): Json {
  const line = bare<Json>();
  line['id'] = row.id;
  const entity = app.entities.get(row.entity);
  for (const field of entity?.entity.fields ?? []) {
    if (!field.writeOnly) line[field.name] = wireValue(app, row.values[field.name] ?? null, field.type);
  }
  for (const { machine } of entity?.machines ?? [])
    line[machine.name] = (row.values[machine.name] as string | null) ?? null;
  return line;
}
