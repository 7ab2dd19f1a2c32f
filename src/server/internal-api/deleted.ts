import type { Json } from '../../engine/core/intent.ts';
import { runWithTracking } from '../../engine/core/tracked-facts.ts';
import { deletedNeeds } from '../../engine/decide/needs.ts';
import { deletedCursor, planDeleted, wireDeleted } from '../../engine/query/deleted-list.ts';
import { isRefusal } from '../../engine/query/list.ts';
import { answerWrite } from '../api/write-record.ts';
import { ifMatchOf, jsonAnswer, refusedAnswer } from '../http/answer.ts';
import { collectCan } from '../http/shared-can.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/**
 * `GET /_/deleted/:entity?page=&limit=&total=`: deleted records that the principal could read, most recently deleted
 * first, each with the date on which it is purged and whether the principal may restore it (`WireDeletedPage`).
 */
export async function getDeleted(context: RequestContext): Promise<Response> {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const entity = param(context, 'entity');
  const request = { entity, query: [...context.url.searchParams], secret: runtime.secret };
  const plan = planDeleted(compiled, principal, request, now);
  if (isRefusal(plan)) return refusedAnswer(context, plan);
  const { found, more, total } = await runtime.store.deleted(plan, { principal, now });
  const ids = found.map(({ id }) => id);
  const items = runWithTracking((facts) => wireDeleted(compiled, principal, entity, ids, facts, now, runtime.dev));
  const facts = await runtime.store.load(deletedNeeds(compiled, principal, entity, ids), items.more);
  const last = found.at(-1);
  const next = more && last !== undefined ? deletedCursor(compiled, principal, request, last) : null;
  const { withIndex, shared } = collectCan(compiled);
  const sent = items.result(facts).map((item) => ({ ...item, record: withIndex(item.record) }));
  return jsonAnswer(context, { items: sent, _: shared, next, total });
}

const NOTHING: Json = null;

/**
 * `POST /_/records/:entity/:id/restore`: restores a deleted record and the records that were deleted with it. Answers
 * with the record.
 */
export function postRestore(context: RequestContext): Promise<Response> {
  const intent = {
    kind: 'restore',
    entity: param(context, 'entity'),
    id: param(context, 'id'),
    call: null,
    ifMatch: ifMatchOf(context.request),
  } as const;
  return answerWrite(context, intent, NOTHING);
}
