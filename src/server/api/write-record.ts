import { trackDecision } from '../../engine/context/decision.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import type { Intent, Json } from '../../engine/core/intent.ts';
import type { Facts, Needs, RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { RecordAddress } from '../../engine/core/record-address.ts';
import { jsonOfKey } from '../../engine/core/record-key.ts';
import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { decide } from '../../engine/decide/decide.ts';
import { moreAnswerNeeds, needs, recordsNamedIn } from '../../engine/decide/needs.ts';
import { statesHidden } from '../../engine/errors/catalogue-entries.ts';
import { wireFailure } from '../../engine/errors/problem-details.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Actor } from '../../store/core/store.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { withHashedPassword, withoutPassword } from '../auth/hash-password.ts';
import { sendInvitation } from '../auth/invitations.ts';
import { hashOfText } from '../core/document-hash.ts';
import { emptyAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { unknownInputField } from '../http/stale-client.ts';
import { fireDueTimers } from '../jobs/run-timers.ts';
import { closeRevokedConnections, publishInbox } from '../runtime/close-revoked-connections.ts';
import { followUpDecider, sentFieldsOf } from '../runtime/decide-follow-ups.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { findUnreadable, isVisible, noteShown, notVisible } from '../runtime/shown-records.ts';
import { findExisting } from './addressed-record.ts';
import { contractOf, withBodyRules } from './contract.ts';
import { latestVersion } from './latest-version.ts';
import { loadRecord, recordAnswer, wireOf } from './read-record.ts';
import { keyFor } from './record-keys.ts';
import {
  deletedAnswer,
  doneAnswer,
  refusalForCall,
  shapedCall,
  shapedRecordAnswer,
  statedOptions,
} from './response-shape.ts';

const longestKey = 200;

const NO_NEEDS: Needs = { rows: [], unique: [], files: [], referrers: [] };

/**
 * Performs an intent in one decision and one transaction. Answers with the record afterwards, or why nothing was
 * written.
 */
export async function answerWrite(context: RequestContext, intent: Intent, body: Json): Promise<Response> {
  const key = keyOf(context, intent.call);
  if (key instanceof Response) return key;
  return performIntent(
    context,
    intent,
    key === null ? null : { key, request: requestText(context, withoutPassword(context, intent, body)) },
  );
}

/** Returns the idempotency key, null if none was sent or the call uses none, or the refusal of an invalid key. */
export function keyOf(context: RequestContext, call: string | null = null): string | null | Response {
  const stated = contractOf(context, call)?.options.idempotencyKey;
  if (stated === 'not used') return null;
  const key = context.request.headers.get('idempotency-key');
  if (key === null && stated === 'required')
    return standardAnswer(context, 'UNREADABLE', { reason: 'the header Idempotency-Key is missing' });
  if (key === null || (key.trim() !== '' && key.length <= longestKey)) return key;
  return standardAnswer(context, 'UNREADABLE', {
    reason: `its Idempotency-Key must have 1 to ${longestKey} characters`,
  });
}

/**
 * Performs an intent with the caller's idempotency key. If the document changes during the write, the intent is decided
 * once more with the new version.
 */
export async function performIntent(
  context: RequestContext,
  stated: Intent,
  idempotency: Key | null,
): Promise<Response> {
  const intent = withBodyRules(context, await withHashedPassword(context, stated));
  try {
    return await attempt(context, intent, idempotency);
  } catch (error) {
    const fresh = await latestVersion(context);
    if (!(error instanceof StoreError) || error.trouble !== 'document changed' || fresh === context) throw error;
    return attempt(fresh, intent, idempotency);
  }
}

interface Key {
  readonly key: string;
  /** Distinguishes two requests with the same key. */
  readonly request: string;
}

async function attempt(context: RequestContext, intent: Intent, idempotency: Key | null): Promise<Response> {
  const { version, runtime, principal, now } = context;
  const removedField = unknownInputField(context, intent);
  if (removedField !== null) return standardAnswer(context, 'DOCUMENT_CHANGED', { field: removedField });
  const answer = (verdict: Verdict) => JSON.stringify(storedAnswerOf(intent, verdict));
  const answerBuilder = createAnswerBuilder(context);
  const isUnreadable = await findUnreadable(context, recordsNamedIn(version.compiled, intent));
  const decision = trackDecision((facts) =>
    decide(version.compiled, principal, intent, { ...facts, isKnownUnreadable: isUnreadable }, now),
  );
  // If the document states what answers for hidden records, their existence is no secret, and the decision finds them.
  const isSecret = intent.kind === 'restore' || !statesHidden(version.compiled, intent.entity);
  const isHidden =
    isSecret && intent.kind !== 'create' && !(await isVisible(context, intent, intent.kind === 'restore'));
  const deleted = intent.kind === 'delete' && !isHidden ? await deletedAnswer(context, intent) : null;
  if (deleted?.ok === false) return deleted;
  const outcome = await runtime.store.write({
    ...(isHidden
      ? { needs: NO_NEEDS, decide: () => decision.decide(notVisible(intent)) }
      : { needs: needs(version.compiled, principal, intent, now, isUnreadable), ...decision }),
    follow: followUpDecider(version, principal, now, sentFieldsOf(intent)),
    answering: answerBuilder.more,
    actor: actorOf(context),
    now,
    documentHash: version.hash,
    idempotency: idempotency === null ? null : { ...idempotency, answer },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(context, 'IDEMPOTENCY_MISMATCH');
  if (outcome.outcome === 'replayed') return replayAnswer(context, intent, JSON.parse(outcome.answer));
  const { verdict, facts } = outcome;
  if (!verdict.allowed)
    return (
      (await existingAnswer(context, intent, verdict.refusal)) ?? refusedWrite(context, intent, verdict.refusal, facts)
    );
  closeRevokedConnections(context, verdict.writes);
  publishInbox(context, verdict.writes);
  const row = verdict.row === null ? null : (facts.row(verdict.row.entity, verdict.row.id) ?? null);
  if (intent.kind === 'create' && row !== null && intent.password === undefined) sendInvitation(context, row);
  const own = row === null ? [] : (outcome.due ?? []).filter(({ id }) => isWithin(row, id));
  const hasTimersFired = own.length > 0 && (await fireDueTimers(context, own));
  const record =
    row === null ? null : hasTimersFired ? await reloadWire(context, row) : await answerBuilder.record(row, facts);
  if (record !== null && row !== null) noteShown(context, row);
  if (deleted !== null) return deleted;
  return answerOf(context, intent, record === null ? null : withWarnings(context, record, verdict.warnings ?? []));
}

/** Adds warnings of rules to the record. Warnings are not stored. */
function withWarnings(
  { version, runtime }: RequestContext,
  record: WireRecord,
  warnings: readonly Failure[],
): WireRecord {
  if (warnings.length === 0) return record;
  const wireWarnings = warnings.map((warning) => wireFailure(version.compiled, warning, runtime.dev));
  return { ...record, _: { ...record._, warnings: wireWarnings } };
}

/** Builds the response record of a write while its needs are determined, so that it is built once. */
function createAnswerBuilder(context: RequestContext) {
  let last: { readonly row: Row; readonly record: WireRecord | null } | null = null;
  return {
    more: (row: Row, facts: Facts): Needs | null => {
      // Queries over other records are evaluated after the commit.
      if (context.version.compiled.questions.size > 0) return null;
      let record: WireRecord | null = null;
      const needs = moreAnswerNeeds(context.principal, facts, (known) => {
        record = wireOf(context, row, known);
      });
      last = needs === null ? { row, record } : null;
      return needs;
    },
    record: async (row: Row, facts: Facts): Promise<WireRecord | null> =>
      last?.row === row ? last.record : wireAfterWrite(context, row, facts),
  };
}

/** Returns the record after a write. If the document has queries over other records, it is loaded again. */
async function wireAfterWrite(context: RequestContext, row: Row, facts: Facts): Promise<WireRecord | null> {
  return context.version.compiled.questions.size === 0 ? wireOf(context, row, facts) : reloadWire(context, row);
}

async function reloadWire(context: RequestContext, { entity, id }: RecordKey): Promise<WireRecord | null> {
  const loaded = await loadRecord(context, entity, id);
  return 'wire' in loaded ? loaded.wire : null;
}

/** Whether the row or one of its lines has this id. */
function isWithin({ id, values }: Row, wanted: string): boolean {
  if (id === wanted) return true;
  return Object.values(values).some((value) => isRows(value) && value.some((line) => isWithin(line, wanted)));
}

/** What is stored under an idempotency key: the written record, but not the response that somebody could read then. */
interface StoredAnswer {
  readonly kind: Intent['kind'];
  readonly record: RecordKey | null;
}

function storedAnswerOf({ kind }: Intent, verdict: Verdict): StoredAnswer {
  const row = verdict.allowed ? verdict.row : null;
  return { kind, record: row === null ? null : { entity: row.entity, id: row.id } };
}

/** Answers a repeated key with the record as the principal reads it now, or with 204 if they can't. */
async function replayAnswer(
  context: RequestContext,
  { call }: Intent,
  { kind, record }: StoredAnswer,
): Promise<Response> {
  const loaded = record === null ? null : await loadRecord(context, record.entity, record.id);
  const answer = await answerOf(context, { kind, call }, loaded !== null && 'wire' in loaded ? loaded.wire : null);
  answer.headers.set('idempotency-replayed', 'true');
  return answer;
}

/**
 * Answers 201 with the path of a new record, 200 with a changed one, or 204 if the record is gone or the principal may
 * not read it.
 */
async function answerOf(
  context: RequestContext,
  { kind, call }: Pick<Intent, 'kind' | 'call'>,
  record: WireRecord | null,
): Promise<Response> {
  const options = statedOptions(context, call, kind === 'create' ? { status: 201 } : {});
  // A repeated deletion has no record to answer with.
  if (kind === 'delete') return shapedCall(context, call) === null ? doneAnswer(context, call) : emptyAnswer(context);
  if (record === null || options.status === 204) return emptyAnswer(context);
  const { entity } = record._;
  const key = keyFor(context, call, entity);
  const name = key === null ? record.id : jsonOfKey(key, record[key.name] ?? null);
  const address = kind === 'create' ? context.version.compiled.addresses.get(entity) : undefined;
  const location = name === null || isNowhere(context, call, address) ? undefined : address?.of(String(name));
  const located = location === undefined ? options : { ...options, location };
  const shaped = shapedCall(context, call);
  if (shaped === null) return recordAnswer(context, record, located);
  return shapedRecordAnswer(context, shaped, { entity, id: record.id }, located);
}

/** Whether others than the product's own client find nothing at the address of a record. */
const isNowhere = (context: RequestContext, call: string | null, address: RecordAddress | undefined): boolean =>
  address?.isOurs === true &&
  contractOf(context, call) !== undefined &&
  context.version.compiled.model.api.otherCalls === 'hidden';

/** Answers a creation with the record that has the same unique values; null if the call does not, or there is none. */
async function existingAnswer(
  context: RequestContext,
  { kind, entity, call }: Intent,
  refusal: Refusal,
): Promise<Response | null> {
  const status = kind === 'create' ? (contractOf(context, call)?.options.existing ?? null) : null;
  const id = status === null ? null : await findExisting(context, entity, refusal);
  const loaded = id === null ? null : await loadRecord(context, entity, id);
  if (status === null || loaded === null || !('wire' in loaded)) return null;
  const shaped = shapedCall(context, call);
  if (shaped === null) return recordAnswer(context, loaded.wire, { status });
  const stated = { ...shaped, options: { ...shaped.options, status } };
  return shapedRecordAnswer(context, stated, { entity, id: loaded.wire.id }, { status });
}

/** Answers with a refusal. A 412 includes the current record as the principal reads it, which saves another request. */
async function refusedWrite(
  context: RequestContext,
  intent: Intent,
  refusal: Refusal,
  facts: Facts,
): Promise<Response> {
  if (refusal.situation !== 'changed meanwhile')
    return refusedAnswer(context, refusalForCall(context, intent, refusal));
  const row = shapedCall(context, intent.call) !== null ? null : facts.row(intent.entity, intent.id);
  const current = row ? await wireAfterWrite(context, row, facts) : null;
  return refusedAnswer(context, refusal, current === null ? {} : { current });
}

/** Returns the principal as the actor of a write. */
export function actorOf({ principal, runtime }: RequestContext): Actor {
  // The person is empty for a guest; should a document permit guests to write, nobody else is named as the author.
  return { kind: 'person', person: principal.row?.id ?? '', acting: runtime.dev };
}

function requestText({ request, url }: RequestContext, body: Json): string {
  return hashOfText(`${request.method} ${url.pathname}\n${JSON.stringify(body)}`);
}
