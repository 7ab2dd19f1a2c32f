import type { RecordsEntry } from '../../expressions/shapes/resolve-shape.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledCall, CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { isRefusal, planList } from './list.ts';
import type { ListPlan } from './list-plan.ts';

/** The most records that the members of one response may list. */
export const MOST_RELATED = 5_000;

/** The number of records for which their related records are searched at once. */
export const MOST_AT_ONCE = 200;

/**
 * Returns the plan for the records that a member of these records lists, such as the comments of articles. It selects
 * the field by which they refer. Null if this person may read none.
 */
export function planShapeRecords(
  model: CompiledModel,
  principal: Principal,
  { call, shapeFormulas }: CompiledCall,
  entry: RecordsEntry,
  ids: readonly string[],
  now: number,
): ListPlan | null {
  const entity = model.entities.get(entry.entity);
  const condition = entry.where === null ? null : shapeFormulas.get(entry)?.relation;
  if (entity === undefined || condition === undefined) return null;
  const query = [[`${entry.by}.in`, ids.join(',')]] as const;
  const plan = planList(model, principal, { entity: entry.entity, from: null, query, secret: NO_CURSOR }, now);
  if (isRefusal(plan)) return null;
  const { fields } = readPolicyFor(model, entity, principal);
  const readable = entry.sort.filter(({ field }) => fields.has(field));
  const sort = readable.length > 0 ? readable : [{ field: 'createdAt', descending: false }];
  return {
    ...plan,
    key: JSON.stringify([plan.key, call.id, entry]),
    where: condition === null ? plan.where : [...plan.where, condition],
    select: [...sort.map(({ field }) => field), entry.by].map((field) => ({ field, gate: fields.get(field) ?? null })),
    sort: sort.map((key) => ({ ...key, gate: fields.get(key.field) ?? null })),
    limit: MOST_RELATED,
    maxCount: 0,
  };
}

/** No cursor is made from these plans. */
const NO_CURSOR = new Uint8Array();
