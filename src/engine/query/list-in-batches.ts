import type { Row } from '../../fields/text/value.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { openCursor, sealCursor } from './cursor.ts';
import { isRefusal, type ListRequest, planList } from './list.ts';
import type { ListPlan } from './list-plan.ts';

/** Iterates over all rows of a list in batches, even while rows change. */
export interface BatchRequest {
  readonly request: ListRequest;
  /** The cursor from the previous batch; null for the first. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * Plans one batch. Rows are ordered by creation, newest first, so a row that changes is returned once, a row created
 * meanwhile is not returned, and the iteration ends. The first batch counts all rows. Refused like the list itself.
 */
export function planBatch(
  model: CompiledModel,
  principal: Principal,
  { request, after, limit }: BatchRequest,
  now: number,
): ListPlan | Refusal {
  const plan = planList(model, principal, request, now);
  if (isRefusal(plan)) return plan;
  const position = after === null ? null : openCursor(after, bindingOf(model, principal, request), request.secret);
  if (after !== null && position === null)
    return refuse(model, 'UNREADABLE', { reason: 'its “after” belongs to another list' });
  return {
    ...plan,
    key: `walk ${plan.key}`,
    select: [{ field: MADE, gate: null }],
    sort: [{ field: MADE, gate: null, descending: true }],
    after: position,
    limit,
    maxCount: after === null ? Number.POSITIVE_INFINITY : 0,
  };
}

/** Returns the cursor after the last row of a batch. */
export function cursorAfterBatch(model: CompiledModel, principal: Principal, request: ListRequest, last: Row): string {
  const position = { keys: [last.values[MADE] ?? null], id: last.id };
  return sealCursor(position, bindingOf(model, principal, request), request.secret);
}

const MADE = 'createdAt';

function bindingOf(model: CompiledModel, principal: Principal, { entity, from, query }: ListRequest): string {
  return JSON.stringify(['walk', model.hash, principal.row?.id ?? null, entity, from, [...query].sort()]);
}
