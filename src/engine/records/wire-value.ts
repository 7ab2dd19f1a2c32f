import { fieldType } from '../../fields/registry/lookup.ts';
import { inStatedForm } from '../../fields/registry/value-forms.ts';
import type { Json } from '../../fields/text/json.ts';
import { emptyNameMap, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { stateIn } from '../../model/lookups/states.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { entityOf } from '../context/decision-context.ts';

/** A record in wire format: its id, and the fields that its reader may see. */
export interface WireFields {
  [name: string]: Json;
  id: string;
}

/** How the response of a stated call names records and writes values. */
export interface ResponseForm {
  readonly nameOf: (entity: string, id: string) => Json;
  readonly forms: ValueForms;
}

/** Converts the readable values of a record to wire format, in stated order, or to the form of a stated call. */
export function wireFields(model: CompiledModel, row: Row, values: Values): WireFields;
export function wireFields(model: CompiledModel, row: Row, values: Values, form: ResponseForm): Json;
export function wireFields(model: CompiledModel, row: Row, values: Values, form?: ResponseForm): Json {
  const wire = emptyNameMap<Json>();
  for (const { name, type } of entityOf(model, row.entity).attributes) {
    const value = values[name];
    if (value !== undefined) wire[name] = wireValue(model, value, type, form);
  }
  wire['id'] = form === undefined ? row.id : form.nameOf(row.entity, row.id);
  return wire;
}

/**
 * Converts a value to wire format; lines with their ids and fields. In the form that a contract states, an empty list is
 * a list.
 */
export function wireValue(model: CompiledModel, value: Value, type: Attribute['type'], form?: ResponseForm): Json {
  if (type.kind === 'list') return isRows(value) ? value.map((row) => wireLine(model, row, form)) : [];
  if (form !== undefined && type.kind === 'reference' && typeof value === 'string')
    return form.nameOf(type.entity, value);
  if (form !== undefined && type.kind === 'references' && isIds(value))
    return value.flatMap((id) => form.nameOf(type.entity, id) ?? []);
  if (form !== undefined && value === null && holdsSeveral(type)) return [];
  return inStatedForm(fieldType(type.kind).write(value, type), type, form?.forms);
}

/** Whether a value of the type is a list. */
const holdsSeveral = (type: Attribute['type']): boolean =>
  type.kind === 'texts' || type.kind === 'references' || ('several' in type && type.several === true);

function wireLine(model: CompiledModel, row: Row, form?: ResponseForm): Json {
  const line = emptyNameMap<Json>();
  line['id'] = row.id;
  const entity = model.entities.get(row.entity);
  for (const field of entity?.entity.fields ?? []) {
    if (!field.writeOnly) line[field.name] = wireValue(model, row.values[field.name] ?? null, field.type, form);
  }
  for (const { machine } of entity?.machines ?? [])
    if (!machine.stateless) line[machine.name] = stateIn(machine, row.values);
  return line;
}
