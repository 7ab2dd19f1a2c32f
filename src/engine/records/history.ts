import { formatInstant } from '../../fields/calendar/calendar.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { formatJson } from '../../fields/registry/shown.ts';
import type { Locale } from '../../fields/text/format.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { mayDisclose } from '../access/disclosure.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import { mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Facts } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import { sameValue } from '../core/row-values.ts';
import type { WireHistory } from '../core/wire-format.ts';
import { titleOf } from '../errors/message-values.ts';
import { ENGLISH_STANDARD_TEXTS } from '../languages/standard-texts.ts';
import { readableValue } from './readable-references.ts';
import { wireValue } from './wire-value.ts';

/** A history entry as it is stored. */
export interface HistoryRecord {
  readonly entity: string;
  readonly id: string;
  readonly event: string;
  readonly changes: readonly { readonly field: string; readonly from: Value; readonly to: Value }[];
  readonly notes: readonly string[];
  readonly at: number;
  readonly actor:
    | { readonly kind: 'person'; readonly person: string; readonly acting: boolean }
    | { readonly kind: 'product' };
  readonly documentHash: string;
}

/**
 * Returns the history of a record as this person may read it now, field by field. A change of which they may see
 * nothing is omitted. `row` is the current record; `facts` contains its `recordNeeds` and the `historyNeeds` of the
 * entries.
 */
export function wireHistory(
  model: CompiledModel,
  principal: Principal,
  row: Row,
  entries: readonly HistoryRecord[],
  facts: Facts,
  now: number,
  _locale: Locale,
): readonly WireHistory[] {
  const context = contextOf(model, principal, facts, now);
  if (!mayReadRecord(context, row)) return [];
  return entries.flatMap((each) => {
    const entry = mayKnowEvent(context, row, each)
      ? { ...each, notes: mayKnowNotes(context, row, each) ? each.notes : [] }
      : { ...each, event: 'change', notes: [] };
    const changes = entry.changes.flatMap((change) => wireChange(context, row, change));
    return entry.event === 'change' && changes.length === 0 ? [] : [wireEntry(context, entry, changes)];
  });
}

/**
 * Returns whether the event may be named. Its name reveals the resulting state, so it is visible to those who may read
 * the state, and to the person who raised the event.
 */
function mayKnowEvent(context: Context, row: Row, { event, actor }: HistoryRecord): boolean {
  const { events } = entityOf(context.model, row.entity);
  // The document may have an event with the name of a standard operation.
  if (['create', 'change', 'delete', 'restore'].includes(event) && !events.includes(event)) return true;
  if (actor.kind === 'person' && actor.person === context.principal.row?.id) return true;
  const { machines } = entityOf(context.model, row.entity);
  const raising = machines.filter(({ transitions }) =>
    transitions.some(({ transition }) => transition.event === event),
  );
  return (raising.length === 0 ? machines : raising).every(
    ({ machine }) => machine.stateless || mayReadField(context, row, machine.name),
  );
}

/**
 * Returns whether the notes may be shown. The note that a notification had no recipient reveals what the path to the
 * person contains, so it is shown only to people who may read the whole path.
 */
function mayKnowNotes(context: Context, row: Row, { event, notes }: HistoryRecord): boolean {
  if (notes.length === 0) return true;
  const raised = entityOf(context.model, row.entity)
    .machines.flatMap(({ transitions }) => transitions)
    .filter(({ transition }) => (event === 'create' ? transition.from === null : transition.event === event));
  const recipients = raised.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.kind === 'notify' || effect.kind === 'email' ? effect.to : [])),
  );
  return recipients.length > 0 && mayDisclose(context, recipients, row);
}

function wireEntry(context: Context, entry: HistoryRecord, changes: WireHistory['changes']): WireHistory {
  const { actor, at, event, documentHash, notes } = entry;
  return {
    at: formatInstant(at),
    ...actorText(context, actor),
    acting: actor.kind === 'person' && actor.acting,
    event,
    document: documentHash,
    changes,
    notes: notes.map((note) => noteText(context, note)),
  };
}

/** Translates a standard note, which is stored in English. */
function noteText({ model }: Context, note: string): string {
  const name = STANDARD_NOTES.find((each) => ENGLISH_STANDARD_TEXTS[each] === note);
  return name === undefined ? note : model.sentences[name];
}

const STANDARD_NOTES = ['nobodyToTell', 'tooManyToTell', 'noAddress'] as const;

/** Returns who did it, as far as this person may know. */
export function actorText(context: Context, actor: HistoryRecord['actor']): Pick<WireHistory, 'person' | 'by'> {
  if (actor.kind === 'product') return { person: null, by: context.model.sentences.product };
  const entity = context.model.people?.entity;
  const row = entity === undefined ? null : context.find(entity, actor.person);
  const title = row ? titleOf(context, row) : null;
  return title === null ? { person: null, by: context.model.sentences.somebody } : { person: actor.person, by: title };
}

function wireChange(context: Context, row: Row, change: HistoryRecord['changes'][number]): WireHistory['changes'] {
  const attribute = entityOf(context.model, row.entity).schema.attributes.get(change.field);
  if (attribute === undefined || !mayReadField(context, row, change.field)) return [];
  const [from, to] = [
    readableValue(context, change.from, attribute.type),
    readableValue(context, change.to, attribute.type),
  ];
  // Only unreadable items of the list, or members of the object, changed.
  if (['references', 'list', 'object'].includes(attribute.type.kind) && sameValue(from, to)) return [];
  const wire = (value: Value): Json => wireValue(context.model, value, attribute.type);
  const text = (value: Value) => textOf(context, value, attribute);
  return [{ field: change.field, from: wire(from), to: wire(to), fromText: text(from), toText: text(to) }];
}

function textOf(context: Context, value: Value, { type }: Attribute): string {
  const title = (entity: string, id: string) => {
    const row = context.find(entity, id);
    return (row ? titleOf(context, row) : null) ?? context.model.sentences.hiddenRecord;
  };
  if (type.kind === 'reference' && typeof value === 'string') return title(type.entity, value);
  if (type.kind === 'references' && isIds(value))
    return context.model.format.list(value.map((id) => title(type.entity, id)));
  const { format } = context.model;
  if (type.kind === 'object') return formatJson(wireValue(context.model, value, type), type, format);
  return fieldType(type.kind).show(value, type, format);
}
