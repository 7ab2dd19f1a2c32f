import type { Outcome } from '../../expressions/types/scope.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Row, Values } from '../../fields/text/value.ts';
import type { ValueForms } from '../../model/types/call.ts';
import { jsonOf } from '../compiled/call-body.ts';
import type { Context } from '../context/decision-context.ts';
import { jsonOfKey } from '../core/record-key.ts';
import { isRow } from '../core/row-values.ts';
import { readableValues } from '../records/etag.ts';

/**
 * Returns by what a response names a record: its key, or its id if its entity has none. Null if the person may not read
 * the key.
 */
export function nameOfRecord(context: Context, entity: string, id: string): Json {
  if ((context.model.addresses.get(entity)?.key ?? null) === null) return id;
  const row = context.find(entity, id) ?? null;
  const values = row === null ? null : readableValues(context, row);
  return row === null || values === null ? null : ownName(context, row, values);
}

/** Like `nameOfRecord`, for a record whose readable values are known. */
export function ownName({ model }: Context, { entity, id }: Row, values: Values): Json {
  const key = model.addresses.get(entity)?.key ?? null;
  return key === null ? id : jsonOfKey(key, values[key.name] ?? null);
}

/** Returns the result of an expression as JSON, with records as responses name them and values in the stated forms. */
export function jsonOfOutcome(context: Context, outcome: Outcome, type: StaticType, forms: ValueForms): Json {
  if (outcome !== undefined && isRow(outcome)) return nameOfRecord(context, outcome.entity, outcome.id);
  if (outcome === undefined && type.t === 'list') return [];
  if (Array.isArray(outcome)) {
    const inner = type.t === 'list' ? type.of : type;
    return outcome.map((each) => jsonOfOutcome(context, each as Outcome, inner, forms));
  }
  if (type.t === 'record' && typeof outcome === 'string') return nameOfRecord(context, type.entity, outcome);
  return jsonOf(outcome, type, forms);
}
