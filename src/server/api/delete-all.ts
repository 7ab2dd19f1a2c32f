import { trackDecision } from '../../engine/context/decision.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import type { Intent } from '../../engine/core/intent.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import { decide } from '../../engine/decide/decide.ts';
import { needs } from '../../engine/decide/needs.ts';
import { isRefusal, planList } from '../../engine/query/list.ts';
import { denyByRole } from '../../engine/records/authorize-record.ts';
import type { BulkDeed, Call } from '../../model/types/model.ts';
import type { WriteRequest } from '../../store/core/store.ts';
import { hashOfText } from '../core/document-hash.ts';
import { refusedAnswer, standardAnswer } from '../http/answer.ts';
import { closeRevokedConnections, publishInbox } from '../runtime/close-revoked-connections.ts';
import { followUpDecider } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { findParents, missingParent, ownParents } from './parent-ids.ts';
import { doneAnswer } from './response-shape.ts';
import { tooManyRecords } from './within-bounds.ts';
import { actorOf, keyOf } from './write-record.ts';

/** Maximum number of records that one request deletes. */
const MOST_DELETED = 1_000;

/** The verdict for a record that an earlier deletion of the same request has deleted with it. */
const ALREADY_DELETED: Verdict = { allowed: true, writes: [], row: null };

/**
 * Deletes all records of a list that the person may read, in one transaction. Each is decided on its own; if one
 * may not be deleted, none is.
 */
export async function answerDeleteAll(context: RequestContext, call: Call, { entity }: BulkDeed): Promise<Response> {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const key = keyOf(context, call.id);
  if (key instanceof Response) return key;
  const prepared = compiled.entities.get(entity);
  if (prepared === undefined) return standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
  const denied = denyByRole(contextOf(compiled, principal, NO_FACTS, now), prepared, ['read', 'delete']);
  if (denied !== null) return refusedAnswer(context, denied);
  const parents = await findParents(context, call.id);
  if ('missing' in parents) return missingParent(context, parents);
  const query = ownParents(parents);
  const plan = planList(compiled, principal, { entity, from: call.id, query, secret: runtime.secret }, now);
  if (isRefusal(plan)) return refusedAnswer(context, plan);
  const { rows, more } = await runtime.store.list({ ...plan, limit: MOST_DELETED, maxCount: 0 }, { principal, now });
  if (more) return tooManyRecords(context, entity, MOST_DELETED);
  const shared = { actor: actorOf(context), now, documentHash: version.hash };
  const intents = rows.map(({ id }) => ({ kind: 'delete', entity, id, call: call.id, ifMatch: null }) as const);
  const outcome = await runtime.store.writeTogether({
    ...shared,
    requests: intents.map((intent) => ({ ...shared, ...deletionOf(context, intent) })),
    keep: 'all',
    idempotency:
      key === null
        ? null
        : { key, request: hashOfText(`${context.request.method} ${context.url.pathname}`), answer: () => '' },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(context, 'IDEMPOTENCY_MISMATCH');
  const answer = doneAnswer(context, call.id);
  if (outcome.outcome === 'replayed') {
    answer.headers.set('idempotency-replayed', 'true');
    return answer;
  }
  for (const verdict of outcome.verdicts) if (!verdict.allowed) return refusedAnswer(context, verdict.refusal);
  const writes = outcome.verdicts.flatMap((verdict) => (verdict.allowed ? verdict.writes : []));
  closeRevokedConnections(context, writes);
  publishInbox(context, writes);
  return answer;
}

type Deletion = Extract<Intent, { readonly kind: 'delete' }>;

function deletionOf(
  { version, principal, now }: RequestContext,
  intent: Deletion,
): Pick<WriteRequest, 'needs' | 'more' | 'decide' | 'follow' | 'idempotency'> {
  const { compiled } = version;
  const decideOne = (facts: Parameters<WriteRequest['decide']>[0]): Verdict =>
    facts.row(intent.entity, intent.id) === null ? ALREADY_DELETED : decide(compiled, principal, intent, facts, now);
  return {
    needs: needs(compiled, principal, intent, now),
    ...trackDecision(decideOne),
    follow: followUpDecider(version, principal, now),
    idempotency: null,
  };
}
