import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { Machine, Transition } from '../../../model/types/model.ts';
import { messages } from '../../languages/messages.ts';
import { fieldValue } from '../../view/display-value.ts';
import type { EventOffer } from '../record/events.ts';
import { type ColumnInfo, NO_VALUE } from './columns.ts';

/** How a card gets into another column. */
export interface Move {
  readonly column: string;
  readonly label: string;
  /** Element id of the column's state, or of the field. */
  readonly element: string;
  /** The events that lead there from the card's state, in document order. */
  readonly offers: readonly EventOffer[];
  /** Why the move is refused; null if at least one event may be raised or the field may be changed. */
  readonly refusal: WireRefusal | null;
  /** The new value of the board's field, and the event that sets it; without `by` the field is changed. Absent on boards of states. */
  readonly change?: { readonly value: Json; readonly by?: EventOffer };
}

/**
 * Returns a move for each other column of a board of states. Refusals of events are those of the record's `can`; a column
 * that no event leads to has a refusal of the client.
 */
export function movesByState(machine: Machine, columns: readonly string[], record: WireRecord): readonly Move[] {
  const from = fieldValue(record, machine.name);
  return columns
    .filter((column) => column !== from)
    .map((column): Move => {
      const leading = machine.transitions.filter((each) => each.from === from && each.to === column);
      const offers = offersOfTransitions(leading, record);
      const closed = offers.every(({ refusal }) => refusal !== null);
      const state = machine.states.find(({ name }) => name === column);
      return {
        column,
        label: state?.label ?? column,
        element: state?.id ?? machine.id,
        offers,
        refusal: closed ? (offers[0]?.refusal ?? refuseWithoutEvent(machine, from, state?.label ?? column)) : null,
      };
    });
}

/**
 * Returns the moves of a board whose field is changed directly, with the refusals of the record's `can`. Empty if nobody
 * may ever change the field.
 */
export function movesByChange(field: string, columns: readonly ColumnInfo[], record: WireRecord): readonly Move[] {
  const { change } = record._.can;
  if (!Object.hasOwn(change, field)) return [];
  const from = columnOf(record, field);
  return columns
    .filter(({ name, isLeftOver }) => name !== from && isLeftOver !== true)
    .map(({ name, label, element }) => ({
      column: name,
      label,
      element,
      offers: [],
      refusal: change[field] ?? null,
      change: { value: name === NO_VALUE ? null : name },
    }));
}

/**
 * Returns the moves of a board whose field can't be changed but is set by events: an event that asks for the field and
 * requires nothing else, or that clears it. The first event that may be raised is used. Columns without such an event from
 * the record's state have no move.
 */
export function movesByEvent(
  field: string,
  machines: readonly Machine[],
  columns: readonly ColumnInfo[],
  record: WireRecord,
): readonly Move[] {
  const own = columnOf(record, field);
  const leading = machines.flatMap(({ name, transitions }) =>
    transitions.filter(({ from }) => from === fieldValue(record, name)),
  );
  return columns
    .filter(({ name, isLeftOver }) => name !== own && isLeftOver !== true)
    .flatMap(({ name, label, element }): Move[] => {
      const value = name === NO_VALUE ? null : name;
      const offers = offersOfTransitions(
        leading.filter((each) => settableBy(each, field) === (value === null ? 'nothing' : 'a record')),
        record,
      );
      const by = offers.find(({ refusal }) => refusal === null) ?? offers[0];
      return by === undefined
        ? []
        : [{ column: name, label, element, offers: [], refusal: by.refusal, change: { value, by } }];
    });
}

/** Whether the field's new value suffices to raise the event: a record, or nothing (it clears the field); null if not. */
export function settableBy({ event, effects }: Transition, field: string): 'a record' | 'nothing' | null {
  const asked = effects.flatMap((effect) => (effect.kind === 'ask' && !effect.optional ? [effect.field] : []));
  if (event === null || asked.some((each) => each !== field)) return null;
  if (asked.length > 0) return 'a record';
  return effects.some((effect) => effect.kind === 'set' && effect.field === field && effect.value.tree?.op === 'null')
    ? 'nothing'
    : null;
}

/** Returns the name of a record's column. */
export const columnOf = (record: WireRecord, field: string): string => String(fieldValue(record, field) ?? NO_VALUE);

/** Returns each event once. Events that the record's `can` does not list are omitted. */
function offersOfTransitions(transitions: readonly Transition[], { _: { can } }: WireRecord): EventOffer[] {
  const offers = new Map<string, EventOffer>();
  for (const { event, label, effects, id } of transitions) {
    if (event === null || offers.has(event) || !Object.hasOwn(can.events, event)) continue;
    const asks = effects.flatMap((effect) =>
      effect.kind === 'ask' ? [{ field: effect.field, optional: effect.optional }] : [],
    );
    offers.set(event, {
      name: event,
      label,
      element: id,
      refusal: can.events[event] ?? null,
      asks,
      isPrimary: false,
      isDanger: false,
    });
  }
  return [...offers.values()];
}

function refuseWithoutEvent(machine: Machine, from: unknown, to: string): WireRefusal {
  const state = machine.states.find(({ name }) => name === from);
  const message =
    state?.final === true
      ? messages.board.isFinal({ from: state.label })
      : messages.board.cannotMove({ from: state?.label ?? String(from ?? ''), to });
  return { code: 'NO_WAY', message, decidedBy: [] };
}
