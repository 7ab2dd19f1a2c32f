import { trackDecision } from '../../engine/context/decision.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import type { Facts, Needs, RecordKey } from '../../engine/core/facts.ts';
import type { Intent, Json } from '../../engine/core/intent.ts';
import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { decide } from '../../engine/decide/decide.ts';
import { moreAnswerNeeds, namedIn, needs } from '../../engine/decide/needs.ts';
import { wireFailure } from '../../engine/errors/problem-details.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Actor } from '../../store/core/store.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { inviteMade } from '../auth/invitations.ts';
import { hashOfText } from '../core/document-hash.ts';
import { emptyAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { staleField } from '../http/stale-client.ts';
import { takeDue } from '../jobs/run-timers.ts';
import { endRevoked, publishInbox } from '../runtime/close-revoked-connections.ts';
import { following, sentBy } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { isVisible, noteShown, notVisible, unseenOf } from '../runtime/shown-records.ts';
import { latestVersion } from './latest-version.ts';
import { loadRecord, wireOf } from './read-record.ts';
import { isShaped, recordGiven, refusalSent } from './response-shape.ts';

const longestKey = 200;

const NO_NEEDS: Needs = { rows: [], unique: [], files: [], referrers: [] };

/** Performs an intent: one decision, one transaction. Answers the record after it, or why nothing was written. */
export async function answerWrite(asking: RequestContext, intent: Intent, body: Json): Promise<Response> {
  const key = keyOf(asking);
  if (key instanceof Response) return key;
  return perform(asking, intent, key === null ? null : { key, request: requestText(asking, body) });
}

/** The key that was sent, null where none was; or the refusal of one that can't be kept. */
export function keyOf(asking: RequestContext): string | null | Response {
  const key = asking.request.headers.get('idempotency-key');
  if (key === null || (key.trim() !== '' && key.length <= longestKey)) return key;
  return standardAnswer(asking, 'UNREADABLE', {
    reason: `its Idempotency-Key must have 1 to ${longestKey} characters`,
  });
}

/**
 * The same, under a key that the caller makes. A write that meets a newer version of the document on its way is
 * decided once more, by that one.
 */
export async function perform(asking: RequestContext, intent: Intent, idempotency: Key | null): Promise<Response> {
  try {
    return await attempt(asking, intent, idempotency);
  } catch (error) {
    const fresh = await latestVersion(asking);
    if (!(error instanceof StoreError) || error.trouble !== 'document changed' || fresh === asking) throw error;
    return attempt(fresh, intent, idempotency);
  }
}

interface Key {
  readonly key: string;
  /** Tells two requests under one key apart. */
  readonly request: string;
}

async function attempt(asking: RequestContext, intent: Intent, idempotency: Key | null): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const gone = staleField(asking, intent);
  if (gone !== null) return standardAnswer(asking, 'DOCUMENT_CHANGED', { field: gone });
  const answer = (verdict: Verdict) => JSON.stringify(keptAnswer(intent, verdict));
  const after = answerAfter(asking);
  const unseen = await unseenOf(asking, namedIn(version.app, intent));
  const decision = trackDecision((facts) =>
    decide(version.app, who, intent, { ...facts, isKnownUnreadable: unseen }, now),
  );
  const isGone = intent.kind !== 'create' && !(await isVisible(asking, intent, intent.kind === 'restore'));
  const outcome = await runtime.store.write({
    ...(isGone
      ? { needs: NO_NEEDS, decide: () => decision.decide(notVisible(intent)) }
      : { needs: needs(version.app, who, intent, now, unseen), ...decision }),
    follow: following(version, who, now, sentBy(intent)),
    answering: after.more,
    actor: actorOf(asking),
    now,
    documentHash: version.hash,
    idempotency: idempotency === null ? null : { ...idempotency, answer },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(asking, 'IDEMPOTENCY_MISMATCH');
  if (outcome.outcome === 'replayed') return answerAgain(asking, intent, JSON.parse(outcome.answer));
  const { verdict, facts } = outcome;
  if (!verdict.allowed) return refusedWrite(asking, intent, verdict.refusal, facts);
  endRevoked(asking, verdict.writes);
  publishInbox(asking, verdict.writes);
  const row = verdict.row === null ? null : (facts.row(verdict.row.entity, verdict.row.id) ?? null);
  if (intent.kind === 'create' && row !== null) inviteMade(asking, row);
  const own = row === null ? [] : (outcome.due ?? []).filter(({ id }) => isWithin(row, id));
  const isLater = own.length > 0 && (await takeDue(asking, own));
  const record = row === null ? null : isLater ? await wireNow(asking, row) : await after.record(row, facts);
  if (record !== null && row !== null) noteShown(asking, row);
  return answerOf(asking, intent, record === null ? null : withWarnings(asking, record, verdict.warnings ?? []));
}

/** Rules that only warn are told with the record; nothing of them is kept. */
function withWarnings(
  { version, runtime }: RequestContext,
  record: WireRecord,
  warnings: readonly Failure[],
): WireRecord {
  if (warnings.length === 0) return record;
  const told = warnings.map((warning) => wireFailure(version.app, warning, runtime.dev));
  return { ...record, _: { ...record._, warnings: told } };
}

/** The record as this person reads it once it is written: made while what it needs is looked up, and not again. */
function answerAfter(asking: RequestContext) {
  let last: { readonly row: Row; readonly record: WireRecord | null } | null = null;
  return {
    more: (row: Row, facts: Facts): Needs | null => {
      // What questions come to is looked up once it is committed.
      if (asking.version.app.questions.size > 0) return null;
      let record: WireRecord | null = null;
      const needs = moreAnswerNeeds(asking.who, facts, (known) => {
        record = wireOf(asking, row, known);
      });
      last = needs === null ? { row, record } : null;
      return needs;
    },
    record: async (row: Row, facts: Facts): Promise<WireRecord | null> =>
      last?.row === row ? last.record : wireAfter(asking, row, facts),
  };
}

/** The record after a write. What questions over other records come to now is looked up anew. */
async function wireAfter(asking: RequestContext, row: Row, facts: Facts): Promise<WireRecord | null> {
  return asking.version.app.questions.size === 0 ? wireOf(asking, row, facts) : wireNow(asking, row);
}

async function wireNow(asking: RequestContext, { entity, id }: RecordKey): Promise<WireRecord | null> {
  const loaded = await loadRecord(asking, entity, id);
  return 'wire' in loaded ? loaded.wire : null;
}

/** Whether it is the record of this id, or a line of it. */
function isWithin({ id, values }: Row, wanted: string): boolean {
  if (id === wanted) return true;
  return Object.values(values).some((value) => isRows(value) && value.some((line) => isWithin(line, wanted)));
}

/** What an idempotency key keeps: which record was written, and not what anybody read of it then. */
interface Kept {
  readonly kind: Intent['kind'];
  readonly record: RecordKey | null;
}

function keptAnswer({ kind }: Intent, verdict: Verdict): Kept {
  const row = verdict.allowed ? verdict.row : null;
  return { kind, record: row === null ? null : { entity: row.entity, id: row.id } };
}

/** The answer to a key used again: the record as this person reads it now, and nothing where they may not. */
async function answerAgain(asking: RequestContext, { call }: Intent, { kind, record }: Kept): Promise<Response> {
  const loaded = record === null ? null : await loadRecord(asking, record.entity, record.id);
  const answer = answerOf(asking, { kind, call }, loaded !== null && 'wire' in loaded ? loaded.wire : null);
  answer.headers.set('idempotency-replayed', 'true');
  return answer;
}

/** 201 with the address of a new record; 204 where there is none any more, or none that this person may read. */
function answerOf(
  asking: RequestContext,
  { kind, call }: Pick<Intent, 'kind' | 'call'>,
  record: WireRecord | null,
): Response {
  if (record === null) return emptyAnswer(asking);
  if (kind !== 'create') return recordGiven(asking, call, record);
  const location = asking.version.app.addresses.get(record._.entity)?.of(record.id);
  return recordGiven(asking, call, record, { status: 201, ...(location !== undefined && { location }) });
}

/** A refusal; with 412 the record as this person reads it now, so that they need not ask for it. */
async function refusedWrite(asking: RequestContext, intent: Intent, refusal: Refusal, facts: Facts): Promise<Response> {
  if (refusal.situation !== 'changed meanwhile') return refusedAnswer(asking, refusalSent(asking, intent, refusal));
  const row = isShaped(asking, intent.call) ? null : facts.row(intent.entity, intent.id);
  const current = row ? await wireAfter(asking, row, facts) : null;
  return refusedAnswer(asking, refusal, current === null ? {} : { current });
}

/** Whoever asks, as the one who writes. */
export function actorOf({ who, runtime }: RequestContext): Actor {
  // A guest writes nothing; should a document ever let one, nobody else is named for it.
  return { kind: 'person', person: who.row?.id ?? '', acting: runtime.dev };
}

function requestText({ request, url }: RequestContext, body: Json): string {
  return hashOfText(`${request.method} ${url.pathname}\n${JSON.stringify(body)}`);
}
