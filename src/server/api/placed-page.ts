import { isId } from '../../engine/core/record-address.ts';
import { positionAfter } from '../../engine/query/list.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { MOST_SKIPPED } from '../../engine/query/paging.ts';
import { isRecord } from '../../engine/query/single-record.ts';
import type { Field } from '../../model/types/model.ts';
import { standardAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { idByKey } from './record-keys.ts';

/** A plan whose page begins at a known position. */
export interface PlacedPlan {
  readonly plan: ListPlan;
  /** Whether there are records before the page. */
  readonly hasBefore: boolean;
}

/**
 * Finds the position of the record after or before which the page lies, among the records that the person may read. A
 * record that is not in the list is refused. A page before a record is found only near the beginning of the list.
 */
export async function placedPlan(
  context: RequestContext,
  plan: ListPlan,
  key: Field | null,
): Promise<PlacedPlan | Response> {
  const { start: stated, ...rest } = plan;
  const id = stated === undefined || key === null ? stated?.id : await idByKey(context, plan.entity, key, stated.id);
  const start = stated === undefined ? undefined : { ...stated, id: id ?? '' };
  if (start === undefined) return { plan, hasBefore: (plan.offset ?? 0) > 0 };
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const unknown = () =>
    standardAnswer(context, 'UNREADABLE', {
      reason: `its page begins at “${stated?.id ?? ''}”, which is not in this list`,
    });
  if (!isId(start.id)) return unknown();
  if (start.where === 'after') {
    const where = [...plan.where, isRecord(plan.entity, start.id)];
    const one = { ...rest, key: `one of ${plan.key}`, where, limit: 1, maxCount: 0 };
    const [row] = (await runtime.store.list(one, { principal, now })).rows;
    return row === undefined
      ? unknown()
      : { plan: { ...rest, after: positionAfter(compiled, plan, row) }, hasBefore: true };
  }
  const { rows } = await runtime.store.list({ ...rest, limit: MOST_SKIPPED, maxCount: 0 }, { principal, now });
  const end = rows.findIndex(({ id }) => id === start.id);
  if (end < 0) return unknown();
  const from = Math.max(0, end - plan.limit);
  const last = rows[from - 1];
  const after = last === undefined ? null : positionAfter(compiled, plan, last);
  return { plan: { ...rest, after, limit: end - from }, hasBefore: from > 0 };
}
