import type { WireRecord } from '../../../engine/wire.ts';
import type { Machine, Transition } from '../../../model/model.ts';
import { fieldValue } from '../../view/shown.ts';

/** An event that leads back to where the record was. */
export interface Undo {
  readonly event: string;
  readonly label: string;
}

/**
 * The event that takes back what an event did: in the machine whose state it changed, one that leads from the new
 * state to the old, that asks for nothing that must be given, and that this person may raise now. Null where there is none.
 */
export function undoOf(machines: readonly Machine[], before: WireRecord, after: WireRecord): Undo | null {
  const moved = machines.filter(({ name }) => fieldValue(before, name) !== fieldValue(after, name));
  const [machine] = moved;
  // Two machines that moved are not taken back by one event.
  if (machine === undefined || moved.length > 1) return null;
  const back = machine.transitions.find(
    (transition) =>
      transition.from === fieldValue(after, machine.name) &&
      transition.to === fieldValue(before, machine.name) &&
      mayRaise(after, transition) &&
      !transition.effects.some((effect) => effect.kind === 'ask' && !effect.optional),
  );
  return back === undefined || back.event === null ? null : { event: back.event, label: back.label };
}

function mayRaise({ _: { can } }: WireRecord, { event }: Transition): boolean {
  return event !== null && Object.hasOwn(can.events, event) && can.events[event] === null;
}
