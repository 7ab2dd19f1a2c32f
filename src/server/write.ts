import { v7 } from 'uuid';
import { decide } from '../engine/decide.ts';
import { moreNeeds, needs } from '../engine/needs.ts';
import type { Facts } from '../engine/facts.ts';
import type { Intent, Json } from '../engine/intent.ts';
import type { Verdict } from '../engine/verdict.ts';
import type { WireRecord } from '../engine/wire.ts';
import type { Actor, WriteRequest } from '../store/store.ts';
import { emptyAnswer, jsonAnswer, refusedAnswer, standardAnswer, type AnswerOptions } from './answer.ts';
import type { Asking } from './asking.ts';
import { hashOfText } from './hash.ts';
import { staleField } from './stale.ts';
import { wireOf } from './read.ts';
import { tellAuthority, tellInbox } from './tell.ts';

const longestKey = 200;

/** A new id: never reused, and later ones sort later. */
export const newId = (now: number): string => v7({ msecs: now });

/** Performs an intent: one decision, one transaction. Answers the record after it, or why nothing was written. */
export async function answerWrite(asking: Asking, intent: Intent, body: Json): Promise<Response> {
  const key = asking.request.headers.get('idempotency-key');
  if (key !== null && (key.trim() === '' || key.length > longestKey)) return standardAnswer(asking, 'UNREADABLE');
  return perform(asking, intent, key === null ? null : { key, request: requestText(asking, body) });
}

/** The same, under a key that the caller makes. */
export async function perform(asking: Asking, intent: Intent, idempotency: { readonly key: string; readonly request: string } | null): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const gone = staleField(asking, intent);
  if (gone !== null) return standardAnswer(asking, 'DOCUMENT_CHANGED', { field: gone });
  const seen: { facts: Facts | null } = { facts: null };
  const request: WriteRequest = {
    needs: needs(version.app, who, intent, now),
    more: (facts) => moreNeeds(version.app, who, intent, facts, now),
    decide: (facts) => {
      seen.facts = facts;
      return decide(version.app, who, intent, facts, now);
    },
    actor: actorOf(asking),
    now,
    documentHash: version.hash,
    idempotency:
      idempotency === null ? null : { ...idempotency, answer: (verdict) => JSON.stringify(keptAnswer(asking, intent, verdict, seen.facts)) },
  };
  const outcome = await runtime.store.write(request);
  if (outcome.outcome === 'mismatch') return standardAnswer(asking, 'IDEMPOTENCY_MISMATCH');
  if (outcome.outcome === 'replayed') return answerKept(asking, JSON.parse(outcome.answer), true);
  const { verdict, facts } = outcome;
  if (!verdict.allowed) return refusedWrite(asking, intent, verdict, facts);
  tellAuthority(asking, verdict.writes);
  tellInbox(asking, verdict.writes);
  if (idempotency !== null) return answerKept(asking, keptAnswer(asking, intent, verdict, seen.facts), false);
  return writtenAnswer(asking, intent, verdict.row === null ? null : wireOf(asking, verdict.row, facts));
}

/** What an idempotency key gives again: never more than this person was answered. */
interface Kept {
  readonly record: WireRecord | null;
  readonly kind: Intent['kind'];
  readonly id: string;
}

function keptAnswer(asking: Asking, intent: Intent, verdict: Verdict, before: Facts | null): Kept {
  const row = verdict.allowed ? verdict.row : null;
  const facts = before === null || row === null ? before : withRow(before, row);
  const record = row === null || facts === null ? null : wireOf(asking, row, facts);
  return { record, kind: intent.kind, id: intent.id };
}

function answerKept(asking: Asking, kept: Kept, again: boolean): Response {
  const answer = answerOf(asking, kept.kind, kept.record);
  if (again) answer.headers.set('idempotency-replayed', 'true');
  return answer;
}

function withRow(facts: Facts, row: NonNullable<Extract<Verdict, { allowed: true }>['row']>): Facts {
  return { ...facts, row: (entity, id) => (entity === row.entity && id === row.id ? row : facts.row(entity, id)) };
}

function writtenAnswer(asking: Asking, intent: Intent, record: WireRecord | null): Response {
  return answerOf(asking, intent.kind, record);
}

/** 201 with the address of a new record; 204 where there is none any more, or none that this person may read. */
function answerOf(asking: Asking, kind: Intent['kind'], record: WireRecord | null): Response {
  if (record === null) return emptyAnswer(asking);
  const options: AnswerOptions = { etag: record._.etag };
  if (kind !== 'create') return jsonAnswer(asking, record, options);
  const location = addressOf(asking, record._.entity, record.id);
  return jsonAnswer(asking, record, { ...options, status: 201, ...(location === null ? {} : { location }) });
}

function addressOf(asking: Asking, entity: string, id: string): string | null {
  const call = asking.version.model.calls.find((each) => each.does.kind === 'read' && each.does.entity === entity);
  return call === undefined ? null : call.path.replace(/:[^/]+/, () => encodeURIComponent(id));
}

/** A refusal; with 412 the record as this person reads it now, so that they need not ask for it. */
async function refusedWrite(asking: Asking, intent: Intent, verdict: Extract<Verdict, { allowed: false }>, facts: Facts): Promise<Response> {
  const { refusal } = verdict;
  if (refusal.situation !== 'changed meanwhile') return refusedAnswer(asking, refusal);
  const known = facts.row(intent.entity, intent.id);
  const current = known ? wireOf(asking, known, facts) : null;
  const answer = refusedAnswer(asking, refusal, current === null ? {} : { current });
  return answer;
}

function actorOf({ who, runtime }: Asking): Actor {
  // A guest writes nothing; should a document ever let one, nobody else is named for it.
  return { kind: 'person', person: who.row?.id ?? '', acting: runtime.dev };
}

function requestText({ request, url }: Asking, body: Json): string {
  return hashOfText(`${request.method} ${url.pathname}\n${JSON.stringify(body)}`);
}

