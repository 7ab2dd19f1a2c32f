import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { Machine, Transition } from '../../../model/types/model.ts';
import { fieldValue } from '../../view/shown.ts';
import type { EventOffer } from '../record/events.ts';
import { type ColumnOf, NO_VALUE } from './columns.ts';
import { boardTexts } from './texts.ts';

/** What it takes to get a card into another column. */
export interface Move {
  readonly column: string;
  readonly label: string;
  /** The state that the column stands for. */
  readonly element: string;
  /** The events that lead there from where the card is, in stated order. */
  readonly ways: readonly EventOffer[];
  /** Null: at least one of them may be raised, or the field may be changed. */
  readonly refusal: WireRefusal | null;
  /** What the board's field becomes, by a change or by the event that asks for it or empties it; absent: events alone lead there. */
  readonly change?: { readonly value: Json; readonly by?: EventOffer };
}

/**
 * A move for each other column, in the order of the columns. An event is refused exactly as the record's `can` says;
 * a column to which none leads is refused in words of ours.
 */
export function movesOf(machine: Machine, columns: readonly string[], record: WireRecord): readonly Move[] {
  const from = fieldValue(record, machine.name);
  return columns
    .filter((column) => column !== from)
    .map((column): Move => {
      const leading = machine.transitions.filter((each) => each.from === from && each.to === column);
      const ways = waysOf(leading, record);
      const closed = ways.every(({ refusal }) => refusal !== null);
      const state = machine.states.find(({ name }) => name === column);
      return {
        column,
        label: state?.label ?? column,
        element: state?.id ?? machine.id,
        ways,
        refusal: closed ? (ways[0]?.refusal ?? noWay(machine, from, state?.label ?? column)) : null,
      };
    });
}

/**
 * The same where no events lead from column to column: the field itself is changed, as far as the record's `can` lets it.
 * None where nobody may ever change it.
 */
export function changesOf(field: string, columns: readonly ColumnOf[], record: WireRecord): readonly Move[] {
  const { change } = record._.can;
  if (!Object.hasOwn(change, field)) return [];
  const from = columnOf(record, field);
  return columns
    .filter(({ name, isLeftOver }) => name !== from && isLeftOver !== true)
    .map(({ name, label, element }) => ({
      column: name,
      label,
      element,
      ways: [],
      refusal: change[field] ?? null,
      change: { value: name === NO_VALUE ? null : name },
    }));
}

/**
 * The same where the field is nobody's to change and events give it: each asks for the field, and for nothing else that must
 * be given, or it empties the field. The first that may be raised counts. None where none leads on from where the record is.
 */
export function givingOf(
  field: string,
  machines: readonly Machine[],
  columns: readonly ColumnOf[],
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
      const ways = waysOf(
        leading.filter((each) => gives(each, field) === (value === null ? 'nothing' : 'a record')),
        record,
      );
      const by = ways.find(({ refusal }) => refusal === null) ?? ways[0];
      return by === undefined
        ? []
        : [{ column: name, label, element, ways: [], refusal: by.refusal, change: { value, by } }];
    });
}

/** Whether an event may be raised by what the field becomes alone: by a record, by nothing; null: it can't be. */
export function gives({ event, effects }: Transition, field: string): 'a record' | 'nothing' | null {
  const asked = effects.flatMap((effect) => (effect.kind === 'ask' && !effect.optional ? [effect.field] : []));
  if (event === null || asked.some((each) => each !== field)) return null;
  if (asked.length > 0) return 'a record';
  return effects.some((effect) => effect.kind === 'set' && effect.field === field && effect.value.tree?.op === 'null')
    ? 'nothing'
    : null;
}

/** The column that a record stands in. */
export const columnOf = (record: WireRecord, field: string): string => String(fieldValue(record, field) ?? NO_VALUE);

/** Each event once. What the server does not speak of is no event of this record. */
function waysOf(transitions: readonly Transition[], { _: { can } }: WireRecord): EventOffer[] {
  const ways = new Map<string, EventOffer>();
  for (const { event, label, effects, id } of transitions) {
    if (event === null || ways.has(event) || !Object.hasOwn(can.events, event)) continue;
    const asks = effects.flatMap((effect) =>
      effect.kind === 'ask' ? [{ field: effect.field, optional: effect.optional }] : [],
    );
    ways.set(event, { name: event, label, element: id, refusal: can.events[event] ?? null, asks, isFirst: false });
  }
  return [...ways.values()];
}

function noWay(machine: Machine, from: unknown, to: string): WireRefusal {
  const state = machine.states.find(({ name }) => name === from);
  const message =
    state?.final === true
      ? boardTexts.isFinal(state.label)
      : boardTexts.leadsNowhere(state?.label ?? String(from ?? ''), to);
  return { code: boardTexts.noWay, message, decidedBy: [] };
}
