import { formatInstant } from '../../fields/calendar/calendar.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import type { Locale } from '../../fields/text/format.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { mayKnow } from '../access/disclosure.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import { mayReadField, mayReadRecord } from '../context/permissions.ts';
import type { Facts } from '../core/facts.ts';
import type { Principal } from '../core/principal.ts';
import { sameValue } from '../core/row.ts';
import type { WireHistory } from '../core/wire-format.ts';
import { titleOf } from '../errors/message-values.ts';
import { english } from '../errors/standard-texts-en.ts';
import { seenValue } from './readable-references.ts';
import { wireValue } from './wire-value.ts';

/** An entry as the store keeps it. */
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
 * The history of a record as this person reads it now, field by field; a change of which they may see nothing is left
 * out. `row` is the record now; `facts` hold its `recordNeeds` and the `historyNeeds` of the entries.
 */
export function wireHistory(
  app: CompiledModel,
  who: Principal,
  row: Row,
  entries: readonly HistoryRecord[],
  facts: Facts,
  now: number,
  _locale: Locale,
): readonly WireHistory[] {
  const context = contextOf(app, who, facts, now);
  if (!mayReadRecord(context, row)) return [];
  return entries.flatMap((each) => {
    const entry = knowsEvent(context, row, each)
      ? { ...each, notes: knowsNotified(context, row, each) ? each.notes : [] }
      : { ...each, event: 'change', notes: [] };
    const changes = entry.changes.flatMap((change) => wireChange(context, row, change));
    return entry.event === 'change' && changes.length === 0 ? [] : [wireEntry(context, entry, changes)];
  });
}

/** An event tells the state that it leads to, so it is named to those who read the state, and to whoever raised it. */
function knowsEvent(context: Context, row: Row, { event, actor }: HistoryRecord): boolean {
  const { events } = entityOf(context.app, row.entity);
  // An event of the document may be called as what everybody may do is.
  if (['create', 'change', 'delete', 'restore'].includes(event) && !events.includes(event)) return true;
  if (actor.kind === 'person' && actor.person === context.who.row?.id) return true;
  const { machines } = entityOf(context.app, row.entity);
  const raising = machines.filter(({ transitions }) =>
    transitions.some(({ transition }) => transition.event === event),
  );
  return (raising.length === 0 ? machines : raising).every(({ machine }) => mayReadField(context, row, machine.name));
}

/** That there was nobody to notify tells what the way to the person holds: only to who reads all of it. */
function knowsNotified(context: Context, row: Row, { event, notes }: HistoryRecord): boolean {
  if (notes.length === 0) return true;
  const raised = entityOf(context.app, row.entity)
    .machines.flatMap(({ transitions }) => transitions)
    .filter(({ transition }) => (event === 'create' ? transition.from === null : transition.event === event));
  const ways = raised.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.kind === 'notify' ? effect.to : [])),
  );
  return ways.length > 0 && mayKnow(context, ways, row);
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
    notes: notes.map((note) => toldIn(context, note)),
  };
}

/** A note of ours, which is kept in English, in the language of whoever reads it. */
const toldIn = ({ app }: Context, note: string): string =>
  note === english.nobodyToTell ? app.sentences.nobodyToTell : note;

/** Who did it, as far as this person may know them. */
export function actorText(context: Context, actor: HistoryRecord['actor']): Pick<WireHistory, 'person' | 'by'> {
  if (actor.kind === 'product') return { person: null, by: context.app.sentences.product };
  const entity = context.app.people?.entity;
  const row = entity === undefined ? null : context.find(entity, actor.person);
  const title = row ? titleOf(context, row) : null;
  return title === null ? { person: null, by: context.app.sentences.somebody } : { person: actor.person, by: title };
}

function wireChange(context: Context, row: Row, change: HistoryRecord['changes'][number]): WireHistory['changes'] {
  const attribute = entityOf(context.app, row.entity).schema.attributes.get(change.field);
  if (attribute === undefined || !mayReadField(context, row, change.field)) return [];
  const [from, to] = [seenValue(context, change.from, attribute.type), seenValue(context, change.to, attribute.type)];
  // What else changed is not for them to know.
  if ((attribute.type.kind === 'references' || attribute.type.kind === 'list') && sameValue(from, to)) return [];
  const wire = (value: Value): Json => wireValue(context.app, value, attribute.type);
  const text = (value: Value) => textOf(context, value, attribute);
  return [{ field: change.field, from: wire(from), to: wire(to), fromText: text(from), toText: text(to) }];
}

function textOf(context: Context, value: Value, { type }: Attribute): string {
  const title = (entity: string, id: string) => {
    const row = context.find(entity, id);
    return (row ? titleOf(context, row) : null) ?? context.app.sentences.hiddenRecord;
  };
  if (type.kind === 'reference' && typeof value === 'string') return title(type.entity, value);
  if (type.kind === 'references' && isIds(value))
    return context.app.format.list(value.map((id) => title(type.entity, id)));
  return fieldType(type.kind).show(value, type, context.app.format);
}
