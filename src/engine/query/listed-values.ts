import { listedType } from '../../expressions/shapes/values-shape.ts';
import { compareKeys, orderKey } from '../../fields/text/fold.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Value } from '../../fields/text/value.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { Type } from '../../model/types/types.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { wireValue } from '../records/wire-value.ts';
import type { AggregatePlan, ListPlan } from './list-plan.ts';

/** Maximum number of different values in one answer. */
export const MOST_LISTED = 5_000;

/** A query for the different values of a field, and the type of a value. */
export interface ValuesPlan {
  readonly plan: AggregatePlan;
  readonly type: Type;
}

/**
 * Plans the query for the different values of a field in the records of a list, where this person may read them. A field
 * that they can never read is refused.
 */
export function planValues(
  model: CompiledModel,
  principal: Principal,
  list: ListPlan,
  field: string,
): ValuesPlan | Refusal {
  const entity = model.entities.get(list.entity);
  const attribute = entity?.schema.attributes.get(field);
  const type = attribute === undefined ? null : listedType(attribute);
  // A value that changes with the time is not in the database.
  if (entity === undefined || attribute === undefined || type === null || model.byClock(entity.name, field))
    return refuse(model, 'NOT_FOUND', { entity: 'list' });
  const { fields } = readPolicyFor(model, entity, principal);
  if (!fields.has(field))
    return principal.row === null
      ? refuse(model, 'NOT_SIGNED_IN')
      : refuse(model, 'NOT_ALLOWED', { who: model.sentences.somebody });
  const isEach = attribute.type.kind === 'texts' || ('several' in attribute.type && attribute.type.several);
  const by = { field, gate: fields.get(field) ?? null, buckets: null, maxGroups: MOST_LISTED + 2 };
  return {
    type,
    plan: {
      key: `values ${JSON.stringify([field, list.key])}`,
      entity: list.entity,
      where: list.where,
      aggregate: 'count',
      field: null,
      gate: null,
      by: isEach ? { ...by, each: true } : by,
    },
  };
}

/** Converts the values to the form of a stated call, in order: choices as stated, texts as people sort them. */
export function wireValues(
  model: CompiledModel,
  type: Type,
  found: readonly { readonly key: Value }[],
  forms: ValueForms,
): readonly Json[] {
  const values = found.flatMap(({ key }) => key ?? []);
  const form = { nameOf: (_: string, id: string) => id, forms };
  return inOrder(model, type, values as readonly Plain[]).map((value) => wireValue(model, value, type, form));
}

type Plain = string | number | boolean;

function inOrder(model: CompiledModel, type: Type, values: readonly Plain[]): readonly Plain[] {
  if (type.kind === 'choice' || type.kind === 'role') {
    const stated = type.kind === 'choice' ? type.options.map(({ name }) => name) : [...model.schema.roles.keys()];
    const rank = (value: Plain) => (stated.includes(String(value)) ? stated.indexOf(String(value)) : stated.length);
    return values.toSorted((one, other) => rank(one) - rank(other));
  }
  const keyed = values.map((value) => ({ value, key: typeof value === 'string' ? orderKey(value) : '' }));
  const sorted = keyed.sort((one, other) =>
    typeof one.value === 'string' && typeof other.value === 'string'
      ? compareKeys(one.key, other.key) || compareKeys(one.value, other.value)
      : Number(one.value) - Number(other.value),
  );
  return sorted.map(({ value }) => value);
}
