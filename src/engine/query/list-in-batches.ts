import type { Row } from '../../fields/text/value.ts';
import type { App } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { openCursor, sealCursor } from './cursor.ts';
import { isRefusal, type ListRequest, planList } from './list.ts';
import type { ListPlan } from './list-plan.ts';

/** All that a list finds, some rows at a time, whatever is done to them meanwhile. */
export interface Walk {
  readonly request: ListRequest;
  /** Where the step before ended; null: the first. */
  readonly after: string | null;
  readonly limit: number;
}

/**
 * One step of a walk: the newest made first, so that a row that changes is met once and one that is made meanwhile not at
 * all; it ends. The first step counts all that there are. Refused as the list itself is.
 */
export function planWalk(app: App, who: Who, { request, after, limit }: Walk, now: number): ListPlan | Refusal {
  const plan = planList(app, who, request, now);
  if (isRefusal(plan)) return plan;
  const position = after === null ? null : openCursor(after, bindingOf(app, who, request), request.secret);
  if (after !== null && position === null)
    return refuse(app, 'UNREADABLE', { reason: 'its “after” belongs to another list' });
  return {
    ...plan,
    key: `walk ${plan.key}`,
    select: [{ field: MADE, gate: null }],
    sort: [{ field: MADE, gate: null, descending: true }],
    after: position,
    limit,
    countTo: after === null ? Number.POSITIVE_INFINITY : 0,
  };
}

/** Where the next step goes on, after the last row as the plan selected it. */
export function walkAfter(app: App, who: Who, request: ListRequest, last: Row): string {
  const position = { keys: [last.values[MADE] ?? null], id: last.id };
  return sealCursor(position, bindingOf(app, who, request), request.secret);
}

const MADE = 'createdAt';

function bindingOf(app: App, who: Who, { entity, from, query }: ListRequest): string {
  return JSON.stringify(['walk', app.hash, who.row?.id ?? null, entity, from, [...query].sort()]);
}
