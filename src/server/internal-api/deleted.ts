import type { Json } from '../../engine/core/intent.ts';
import { runWithTracking } from '../../engine/core/tracked-facts.ts';
import type { WireDeletedPage } from '../../engine/core/wire-format.ts';
import { deletedNeeds } from '../../engine/decide/needs.ts';
import { deletedCursor, planDeleted, wireDeleted } from '../../engine/query/deleted-list.ts';
import { isRefusal } from '../../engine/query/list.ts';
import { answerWrite } from '../api/write-record.ts';
import { ifMatchOf, jsonAnswer, refusedAnswer } from '../http/answer.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/**
 * `GET /_/deleted/:entity?page=&limit=&total=`: the deleted records that this person could read as they were, the latest
 * first, each with when it goes for good and whether they may bring it back.
 */
export async function getDeleted(asking: RequestContext): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const { app } = version;
  const entity = param(asking, 'entity');
  const request = { entity, query: [...asking.url.searchParams], secret: runtime.secret };
  const plan = planDeleted(app, who, request, now);
  if (isRefusal(plan)) return refusedAnswer(asking, plan);
  const { found, more, total } = await runtime.store.deleted(plan, { principal: who, now });
  const ids = found.map(({ id }) => id);
  const items = runWithTracking((facts) => wireDeleted(app, who, entity, ids, facts, now, runtime.dev));
  const facts = await runtime.store.load(deletedNeeds(app, who, entity, ids), items.more);
  const last = found.at(-1);
  const next = more && last !== undefined ? deletedCursor(app, who, request, last) : null;
  const page: WireDeletedPage = { items: items.result(facts), next, total };
  return jsonAnswer(asking, page);
}

const NOTHING: Json = null;

/** `POST /_/records/:entity/:id/restore`: a deleted record comes back, with what went with it. Answers the record. */
export function postRestore(asking: RequestContext): Promise<Response> {
  const intent = {
    kind: 'restore',
    entity: param(asking, 'entity'),
    id: param(asking, 'id'),
    call: null,
    ifMatch: ifMatchOf(asking.request),
  } as const;
  return answerWrite(asking, intent, NOTHING);
}
