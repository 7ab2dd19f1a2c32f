import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import { stateIn } from '../../../model/lookups/states.ts';
import type { Machine } from '../../../model/types/model.ts';
import { isDangerous, isOffered } from '../../screen-parts/offered-events.ts';
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
  /** True for the next step: the first event that leads on towards a good end, if it may be raised. */
  readonly isPrimary: boolean;
  /** Whether it calls the record off: it is confirmed, and red in menus. */
  readonly isDanger: boolean;
}

/**
 * Returns the events that the person may raise on this record in some state: first the next step, then what else may be
 * raised now, with what calls the record off last.
 */
export function offersOf(
  events: readonly ViewEvent[],
  machines: readonly Machine[],
  record: WireRecord,
): readonly EventOffer[] {
  const offers = events.flatMap((event): EventOffer[] => {
    if (!isOffered(event.name, record)) return [];
    const { name, label, asks } = event;
    const state = fieldValue(record, event.machine);
    const refusal = record._.can.events[name] ?? null;
    const isPrimary = refusal === null && typeof state === 'string' && event.forward.includes(state);
    const isDanger = isDangerous(event, record);
    return [{ name, label, asks, refusal, element: elementOf(event, machines, record), isPrimary, isDanger }];
  });
  const primary = offers.find(({ isPrimary }) => isPrimary);
  const open = offers.filter((offer) => offer.refusal === null && offer !== primary);
  return [
    ...(primary === undefined ? [] : [primary]),
    ...open.filter(({ isDanger }) => !isDanger).map((offer) => ({ ...offer, isPrimary: false })),
    ...open.filter(({ isDanger }) => isDanger),
    ...offers.filter(({ refusal }) => refusal !== null),
  ];
}

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
