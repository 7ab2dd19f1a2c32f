import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Field } from '../../model/types/model.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { isRefusal, planList } from './list.ts';
import { parameterOf, readableField } from './list-filter.ts';
import type { ListPlan } from './list-plan.ts';

/**
 * Returns the plan for the records that have one of these keys, among those whose key this person may read. It selects
 * the key. Null if they may read none.
 */
export function planRecordsByKey(
  model: CompiledModel,
  principal: Principal,
  { entity: name, key }: { readonly entity: string; readonly key: Field },
  values: readonly (string | number)[],
  now: number,
): ListPlan | null {
  const entity = model.entities.get(name);
  const attribute = entity?.schema.attributes.get(key.name);
  const plan = planList(model, principal, { entity: name, from: null, query: [], secret: NO_CURSOR }, now);
  if (entity === undefined || attribute === undefined || isRefusal(plan)) return null;
  const { fields } = readPolicyFor(model, entity, principal);
  if (!fields.has(key.name)) return null;
  const gate = fields.get(key.name) ?? null;
  const of = staticTypeOf(attribute.type, attribute.id);
  const list = parameterOf(values, { t: 'list', of });
  return {
    ...plan,
    key: JSON.stringify([plan.key, 'by key']),
    where: [...plan.where, { r: 'among', item: readableField(entity, attribute, gate), list }],
    select: [{ field: key.name, gate }],
    limit: values.length,
    maxCount: 0,
  };
}

/** No cursor is made from these plans. */
const NO_CURSOR = new Uint8Array();

/** Returns the plan of a list that also selects the key of its records, as far as this person may read it. */
export function selectingKey(model: CompiledModel, principal: Principal, plan: ListPlan, key: Field | null): ListPlan {
  const entity = model.entities.get(plan.entity);
  const fields = entity === undefined ? undefined : readPolicyFor(model, entity, principal).fields;
  if (key === null || fields?.has(key.name) !== true) return plan;
  const others = plan.select.filter(({ field }) => field !== key.name);
  return {
    ...plan,
    key: JSON.stringify([plan.key, 'with key']),
    select: [...others, { field: key.name, gate: fields.get(key.name) ?? null }],
  };
}
