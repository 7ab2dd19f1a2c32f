import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import { stateIn } from '../../../model/lookups/states.ts';
import type { Machine } from '../../../model/types/model.ts';
import { isChangeable } from '../../view/changeable-fields.ts';
import { fieldValue } from '../../view/display-value.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { fieldOf } from '../form/field-failures.ts';

/** An event as a button of a record. */
export interface EventOffer {
  readonly name: string;
  readonly label: string;
  /** Element id of the transition from the current state, else of the event's first transition. */
  readonly element: string;
  /** Why the event may not be raised; null if it may. */
  readonly refusal: WireRefusal | null;
  readonly asks: ViewEvent['asks'];
  /** True for the primary event: the first one with a transition from the current state, if it may be raised. */
  readonly isPrimary: boolean;
}

/** Returns the events that the roles may ever raise on this record: first those that may be raised now, both in document order. */
export function offersOf(
  events: readonly ViewEvent[],
  machines: readonly Machine[],
  record: WireRecord,
): readonly EventOffer[] {
  const offers = events.flatMap((event): Omit<EventOffer, 'isPrimary'>[] => {
    const { can } = record._;
    // Events that the server's `can` does not list are omitted.
    if (!Object.hasOwn(can.events, event.name)) return [];
    const { name, label, asks } = event;
    return [{ name, label, asks, refusal: can.events[name] ?? null, element: elementOf(event, machines, record) }];
  });
  const open = offers.filter(({ refusal }) => refusal === null);
  const closed = offers.filter(({ refusal }) => refusal !== null);
  const first = offers.find(({ name }) => hasTransition(name, machines, record));
  // An event that can't be undone is not the primary one if another event may be raised.
  const mayBePrimary = (offer: Omit<EventOffer, 'isPrimary'>) =>
    open.length === 1 || !isFinal(offer.name, events, record);
  return [...open, ...closed].map((offer) => ({
    ...offer,
    isPrimary: offer === first && offer.refusal === null && mayBePrimary(offer),
  }));
}

const isFinal = (event: string, events: readonly ViewEvent[], record: WireRecord): boolean =>
  events.some(
    ({ name, machine, ends }) => name === event && ends.some(({ from }) => from === fieldValue(record, machine)),
  );

const hasTransition = (event: string, machines: readonly Machine[], record: WireRecord): boolean =>
  machines.some((machine) =>
    machine.transitions.some((each) => each.event === event && each.from === stateIn(machine, record)),
  );

function elementOf(event: ViewEvent, machines: readonly Machine[], record: WireRecord): string {
  const all = machines.flatMap((machine) =>
    machine.transitions.filter((each) => each.event === event.name).map((transition) => ({ machine, transition })),
  );
  const here = all.find(({ machine, transition }) => transition.from === stateIn(machine, record));
  return (here ?? all[0])?.transition.id ?? event.machine;
}

/** A failure that prevents an event and that the person can correct in the record. */
export interface CorrectableFailure {
  readonly event: string;
  readonly message: string;
  readonly next: string;
  readonly element: string | null;
  /** The field to correct, which the person may change now. */
  readonly field: string;
}

/** Returns the failures that refuse an event and concern fields that the person may change now. */
export function correctableFailures(
  { name, asks, refusal }: EventOffer,
  record: WireRecord,
): readonly CorrectableFailure[] {
  if (refusal === null) return [];
  const asked = new Set(asks.map(({ field }) => field));
  return (refusal.failures ?? [refusal]).flatMap(({ pointer, message, next, decidedBy }) => {
    const field = fieldOf(pointer);
    if (field === null || asked.has(field) || !isChangeable(record, field)) return [];
    return [{ event: name, message, next: next ?? '', element: decidedBy?.[0]?.element ?? null, field }];
  });
}

/** Returns the fields of a screen that the roles may change on some record. */
export function changeableOn(
  { fields }: Pick<ScreenInView, 'fields'>,
  { changeInputs }: Pick<EntityInView, 'changeInputs'>,
  { _: { can } }: WireRecord,
): string[] {
  return changeInputs.filter((name) => Object.hasOwn(can.change, name) && fields.includes(name));
}

/** Returns why no field may be changed now, null if one may; undefined if the roles can never change any of them. */
export function editRefusal(record: WireRecord, names: readonly string[]): WireRefusal | null | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  return names.some((name) => isChangeable(record, name)) ? null : (record._.can.change[first] ?? null);
}
