import { readable } from '../../engine/answer/allowed-actions.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { WireOutbox, WireTimer } from '../../engine/core/wire-format.ts';
import { historyNeeds } from '../../engine/decide/needs.ts';
import { refuseEvent } from '../../engine/decide/transition.ts';
import { decidedBy } from '../../engine/errors/problem-details.ts';
import { wireHistory } from '../../engine/records/history.ts';
import type { OutboxEntry } from '../../store/core/store.ts';
import { recordNamed } from '../api/addressed-record.ts';
import { answerRecord, loadFacts, loadRecord } from '../api/read-record.ts';
import { emptyAnswer, jsonAnswer, refusedAnswer, standardAnswer } from '../http/answer.ts';
import { localeOf, param, type RequestContext } from '../runtime/request-context.ts';

const mostEntries = 200;

/** `GET /_/records/:entity/:id`; in place of the id may stand what people know the record by. */
export async function getRecord(asking: RequestContext): Promise<Response> {
  const entity = param(asking, 'entity');
  const { id, asking: linked } = await recordNamed(asking, entity, param(asking, 'id'));
  return answerRecord(linked, entity, id);
}

/** `GET /_/records/:entity/:id/history`: what this person may see of it now, newest first. */
export async function getHistory(asking: RequestContext): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const entity = param(asking, 'entity');
  const id = param(asking, 'id');
  const loaded = await loadRecord(asking, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await runtime.store.history({ entity, id }, mostEntries);
  const facts = await loadFacts(asking, [{ entity, id }], [historyNeeds(version.app, entity, entries)]);
  return jsonAnswer(asking, {
    items: wireHistory(version.app, who, loaded.row, entries, facts, now, localeOf(version)),
  });
}

/** `GET /_/records/:entity/:id/outbox`: what waits to leave because of this record, and for what. */
export async function getOutbox(asking: RequestContext): Promise<Response> {
  const entity = param(asking, 'entity');
  const id = param(asking, 'id');
  const loaded = await loadRecord(asking, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await asking.runtime.store.outbox({ entity, id }, mostEntries);
  return jsonAnswer(asking, { items: entries.map((entry) => wireOutbox(asking, entry)) });
}

/** `GET /_/records/:entity/:id/timers`: what the product does by itself with it, as far as this person reads its states. */
export async function getTimers(asking: RequestContext): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const entity = param(asking, 'entity');
  const id = param(asking, 'id');
  const loaded = await loadRecord(asking, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const read = readable(version.app, who, loaded.row, await loadFacts(asking, [{ entity, id }], []), now);
  const machines = version.app.entities.get(entity)?.machines ?? [];
  const known = machines.filter(({ machine }) => (read?.[machine.name] ?? null) !== null);
  const ids = new Set(known.flatMap(({ transitions }) => transitions.map(({ transition }) => transition.id)));
  const at = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
  const items = (await runtime.store.timers.of({ entity, id }))
    .filter(({ timer }) => ids.has(timer))
    .map(({ timer, due, fired, problem }): WireTimer => {
      const lines = decidedBy(version.app, [timer], runtime.dev);
      return { timer, due: at(due), fired: at(fired), problem, decidedBy: lines };
    });
  return jsonAnswer(asking, { items });
}

/**
 * `POST /_/records/:entity/:id/outbox/:entry`: another try for what was given up. For whoever reads the record and could
 * raise the event that it belongs to.
 */
export async function postOutbox(asking: RequestContext): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const entity = param(asking, 'entity');
  const id = param(asking, 'id');
  const loaded = await loadRecord(asking, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await runtime.store.outbox({ entity, id }, mostEntries);
  const entry = entries.find((each) => each.id === param(asking, 'entry') && each.state === 'dead');
  const prepared = version.app.entities.get(entity);
  if (entry === undefined || prepared === undefined) return standardAnswer(asking, 'NOT_FOUND', { entity: 'delivery' });
  const refusal = refuseEvent(contextOf(version.app, who, loaded.facts, now), prepared, entry.event);
  if (refusal !== null) return refusedAnswer(asking, refusal);
  await runtime.store.deliveries.retry(entry.id, now);
  return emptyAnswer(asking);
}

/** An entry of the outbox as the record's page and the page of development show it. */
export function wireOutbox({ version, runtime }: RequestContext, entry: OutboxEntry): WireOutbox {
  const { id, call, event, state, attempts, problem } = entry;
  // As the document is now: what was not shown then may be shown since.
  const waitsFor = state === 'waiting' ? (version.app.calls.get(call)?.waitsFor ?? null) : null;
  const element = waitsFor === null ? undefined : version.app.elements.get(waitsFor);
  return {
    id,
    at: new Date(entry.at).toISOString(),
    call,
    event,
    state,
    attempts,
    problem,
    waiting: element === undefined ? null : `waiting: ${element.label} is not shown`,
    decidedBy: waitsFor === null ? [] : decidedBy(version.app, [waitsFor], runtime.dev),
  };
}
