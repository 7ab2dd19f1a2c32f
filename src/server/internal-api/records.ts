import { readableValuesFor } from '../../engine/answer/allowed-actions.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { WireOutbox, WireTimer } from '../../engine/core/wire-format.ts';
import { historyNeeds } from '../../engine/decide/needs.ts';
import { refuseEvent } from '../../engine/decide/transition.ts';
import { decidedBy } from '../../engine/errors/problem-details.ts';
import { wireHistory } from '../../engine/records/history.ts';
import type { OutboxEntry } from '../../store/core/store.ts';
import { findAddressedRecord } from '../api/addressed-record.ts';
import { answerRecord, loadFacts, loadRecord } from '../api/read-record.ts';
import { emptyAnswer, jsonAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { localeOf, param, type RequestContext } from '../runtime/request-context.ts';

const mostEntries = 200;

/** `GET /_/records/:entity/:id`. The id may be another value by which people know the record. */
export async function getRecord(context: RequestContext): Promise<Response> {
  const entity = param(context, 'entity');
  const { id, context: linked } = await findAddressedRecord(context, entity, param(context, 'id'));
  return answerRecord(linked, entity, id);
}

/** `GET /_/records/:entity/:id/history`: the history that the principal may see now, newest first. */
export async function getHistory(context: RequestContext): Promise<Response> {
  const { version, runtime, principal, now } = context;
  const entity = param(context, 'entity');
  const id = param(context, 'id');
  const loaded = await loadRecord(context, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await runtime.store.history({ entity, id }, mostEntries);
  const facts = await loadFacts(context, [{ entity, id }], [historyNeeds(version.compiled, entity, entries)]);
  return jsonAnswer(context, {
    items: wireHistory(version.compiled, principal, loaded.row, entries, facts, now, localeOf(version)),
  });
}

/** `GET /_/records/:entity/:id/outbox`: the outbox entries of a record. */
export async function getOutbox(context: RequestContext): Promise<Response> {
  const entity = param(context, 'entity');
  const id = param(context, 'id');
  const loaded = await loadRecord(context, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await context.runtime.store.outbox({ entity, id }, mostEntries);
  return jsonAnswer(context, { items: entries.map((entry) => wireOutbox(context, entry)) });
}

/** `GET /_/records/:entity/:id/timers`: the timers of a record whose states the principal may read. */
export async function getTimers(context: RequestContext): Promise<Response> {
  const { version, runtime, principal, now } = context;
  const entity = param(context, 'entity');
  const id = param(context, 'id');
  const loaded = await loadRecord(context, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const read = readableValuesFor(
    version.compiled,
    principal,
    loaded.row,
    await loadFacts(context, [{ entity, id }], []),
    now,
  );
  const machines = version.compiled.entities.get(entity)?.machines ?? [];
  const known = machines.filter(({ machine }) => machine.stateless || (read?.[machine.name] ?? null) !== null);
  const ids = new Set(known.flatMap(({ transitions }) => transitions.map(({ transition }) => transition.id)));
  const at = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
  const items = (await runtime.store.timers.of({ entity, id }))
    .filter(({ timer }) => ids.has(timer))
    .map(({ timer, due, fired, problem }): WireTimer => {
      const lines = decidedBy(version.compiled, [timer], runtime.dev);
      return { timer, due: at(due), fired: at(fired), problem, decidedBy: lines };
    });
  return jsonAnswer(context, { items });
}

/**
 * `POST /_/records/:entity/:id/outbox/:entry`: retries a failed delivery. For principals who may read the record and
 * raise the event that caused the delivery.
 */
export async function postOutbox(context: RequestContext): Promise<Response> {
  const { version, runtime, principal, now } = context;
  const entity = param(context, 'entity');
  const id = param(context, 'id');
  const loaded = await loadRecord(context, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await runtime.store.outbox({ entity, id }, mostEntries);
  const entry = entries.find((each) => each.id === param(context, 'entry') && each.state === 'dead');
  const prepared = version.compiled.entities.get(entity);
  if (entry === undefined || prepared === undefined)
    return standardAnswer(context, 'NOT_FOUND', { entity: 'delivery' });
  const refusal = refuseEvent(contextOf(version.compiled, principal, loaded.facts, now), prepared, entry.event);
  if (refusal !== null) return refusedAnswer(context, refusal);
  await runtime.store.deliveries.retry(entry.id, now);
  return emptyAnswer(context);
}

/** Returns an outbox entry in wire format, for the record's page and for development. */
export function wireOutbox({ version, runtime }: RequestContext, entry: OutboxEntry): WireOutbox {
  const { id, call, event, state, attempts, problem } = entry;
  // Evaluated with the current document, which may have gained the missing line.
  const waitsFor = state === 'waiting' ? (version.compiled.calls.get(call)?.waitsFor ?? null) : null;
  const element = waitsFor === null ? undefined : version.compiled.elements.get(waitsFor);
  return {
    id,
    at: new Date(entry.at).toISOString(),
    call,
    event,
    state,
    attempts,
    problem,
    waiting: element === undefined ? null : `waiting: ${element.label} is not shown`,
    decidedBy: waitsFor === null ? [] : decidedBy(version.compiled, [waitsFor], runtime.dev),
  };
}
