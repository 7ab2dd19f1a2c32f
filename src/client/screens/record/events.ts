import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import type { Machine } from '../../../model/types/model.ts';
import { changeable } from '../../view/changeable.ts';
import { fieldValue } from '../../view/shown.ts';
import type { EntityInView, ScreenInView } from '../../view/view.tsx';
import { fieldOf } from '../form/failures.ts';

/** An event as a button of a record. */
export interface EventOffer {
  readonly name: string;
  readonly label: string;
  /** The transition that would be taken now; else the first of that name. */
  readonly element: string;
  /** Null: it may be raised. */
  readonly refusal: WireRefusal | null;
  readonly asks: ViewEvent['asks'];
  /** The first that leads on from where the record stands, and may be raised: what comes after it in the document is beside the way. */
  readonly isFirst: boolean;
}

/** Every event that these roles could ever raise: those that may be raised now before the others, each in stated order. */
export function offersOf(
  events: readonly ViewEvent[],
  machines: readonly Machine[],
  record: WireRecord,
): readonly EventOffer[] {
  const offers = events.flatMap((event): Omit<EventOffer, 'isFirst'>[] => {
    const { can } = record._;
    // What the server does not speak of is no event of this record.
    if (!Object.hasOwn(can.events, event.name)) return [];
    const { name, label, asks } = event;
    return [{ name, label, asks, refusal: can.events[name] ?? null, element: elementOf(event, machines, record) }];
  });
  const open = offers.filter(({ refusal }) => refusal === null);
  const closed = offers.filter(({ refusal }) => refusal !== null);
  const first = offers.find(({ name }) => leadsOn(name, machines, record));
  // What nothing takes back is not put forward where there is something else to do.
  const isKept = (offer: Omit<EventOffer, 'isFirst'>) => open.length === 1 || !isEnd(offer.name, events, record);
  return [...open, ...closed].map((offer) => ({
    ...offer,
    isFirst: offer === first && offer.refusal === null && isKept(offer),
  }));
}

const isEnd = (event: string, events: readonly ViewEvent[], record: WireRecord): boolean =>
  events.some(
    ({ name, machine, ends }) => name === event && ends.some(({ from }) => from === fieldValue(record, machine)),
  );

const leadsOn = (event: string, machines: readonly Machine[], record: WireRecord): boolean =>
  machines.some((machine) =>
    machine.transitions.some((each) => each.event === event && each.from === fieldValue(record, machine.name)),
  );

function elementOf(event: ViewEvent, machines: readonly Machine[], record: WireRecord): string {
  const all = machines.flatMap((machine) =>
    machine.transitions.filter((each) => each.event === event.name).map((transition) => ({ machine, transition })),
  );
  const here = all.find(({ machine, transition }) => transition.from === fieldValue(record, machine.name));
  return (here ?? all[0])?.transition.id ?? event.machine;
}

/** What has to be mended in the record itself before an event may be raised. */
export interface Hindrance {
  readonly event: string;
  readonly message: string;
  readonly next: string;
  readonly element: string | null;
  /** A field that this person may change now. */
  readonly field: string;
}

/** What refuses an event for the sake of a field that the person may change now. */
export function hindrancesOf({ name, asks, refusal }: EventOffer, record: WireRecord): readonly Hindrance[] {
  if (refusal === null) return [];
  const asked = new Set(asks.map(({ field }) => field));
  return (refusal.failures ?? [refusal]).flatMap(({ pointer, message, next, decidedBy }) => {
    const field = fieldOf(pointer);
    if (field === null || asked.has(field) || !changeable(record, field)) return [];
    return [{ event: name, message, next: next ?? '', element: decidedBy?.[0]?.element ?? null, field }];
  });
}

/** The fields of a record that its screen lets these roles change, on some record at least. */
export function changedOn(
  { fields }: Pick<ScreenInView, 'fields'>,
  { changeInputs }: Pick<EntityInView, 'changeInputs'>,
  { _: { can } }: WireRecord,
): string[] {
  return changeInputs.filter((name) => Object.hasOwn(can.change, name) && fields.includes(name));
}

/** Undefined: there is nothing that these roles ever change. */
export function editRefusal(record: WireRecord, names: readonly string[]): WireRefusal | null | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  return names.some((name) => changeable(record, name)) ? null : (record._.can.change[first] ?? null);
}
