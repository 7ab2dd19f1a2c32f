import { wireHistory } from '../../engine/history.ts';
import { recordNeeds } from '../../engine/needs.ts';
import type { Needs } from '../../engine/facts.ts';
import type { WireOutbox } from '../../engine/wire.ts';
import type { OutboxEntry, StoredHistory } from '../../store/store.ts';
import { jsonAnswer } from '../answer.ts';
import { localeOf, param, type Asking } from '../asking.ts';
import { allNeeds, answerRecord, loadRecord } from '../read.ts';

const mostEntries = 200;

/** `GET /_/records/:entity/:id`. */
export function getRecord(asking: Asking): Promise<Response> {
  return answerRecord(asking, param(asking, 'entity'), param(asking, 'id'));
}

/** `GET /_/records/:entity/:id/history`: what this person may see of it now, newest first. */
export async function getHistory(asking: Asking): Promise<Response> {
  const { version, runtime, who, now } = asking;
  const entity = param(asking, 'entity');
  const id = param(asking, 'id');
  const loaded = await loadRecord(asking, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await runtime.store.history({ entity, id }, mostEntries);
  const facts = await runtime.store.load(allNeeds([recordNeeds(version.app, who, entity, [id]), ...namedIn(asking, entries)]));
  return jsonAnswer(asking, { items: wireHistory(version.app, who, loaded.row, entries, facts, now, localeOf(version)) });
}

/** The people and records that entries name, so that their titles can be told to whoever may read them. */
function namedIn({ version, who }: Asking, entries: readonly StoredHistory[]): Needs[] {
  const ids = new Map<string, Set<string>>();
  const add = (entity: string, id: unknown) => {
    if (typeof id !== 'string') return;
    const known = ids.get(entity) ?? new Set();
    ids.set(entity, known.add(id));
  };
  const person = version.app.people?.entity;
  for (const { actor, changes, entity } of entries) {
    if (actor.kind === 'person' && person !== undefined) add(person, actor.person);
    for (const { field, from, to } of changes) {
      const type = version.app.schema.entities.get(entity)?.attributes.get(field)?.type;
      if (type?.kind !== 'reference') continue;
      add(type.entity, from);
      add(type.entity, to);
    }
  }
  const known = [...ids].filter(([entity]) => version.app.schema.entities.has(entity));
  return known.map(([entity, set]) => recordNeeds(version.app, who, entity, [...set]));
}

/** `GET /_/records/:entity/:id/outbox`: what waits to leave because of this record, and for what. */
export async function getOutbox(asking: Asking): Promise<Response> {
  const entity = param(asking, 'entity');
  const id = param(asking, 'id');
  const loaded = await loadRecord(asking, entity, id);
  if ('refused' in loaded) return loaded.refused;
  const entries = await asking.runtime.store.outbox({ entity, id }, mostEntries);
  return jsonAnswer(asking, { items: entries.map((entry) => wireOutbox(asking, entry)) });
}

function wireOutbox({ version, runtime }: Asking, entry: OutboxEntry): WireOutbox {
  const { id, call, event, waitsFor } = entry;
  const element = waitsFor === null ? undefined : version.app.elements.get(waitsFor);
  const line = element?.line ?? null;
  return {
    id,
    at: new Date(entry.at).toISOString(),
    call,
    event,
    waiting: element === undefined ? 'not yet: delivery to the outside' : `waiting: ${element.label} is not shown`,
    decidedBy:
      waitsFor === null || element === undefined
        ? []
        : [{ element: waitsFor, point: element.point, document: version.hash, ...(runtime.dev && line !== null ? { line } : {}) }],
  };
}
