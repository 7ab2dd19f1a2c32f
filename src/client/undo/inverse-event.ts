import type { WireRecord } from '../../engine/core/wire-format.ts';
import type { Machine } from '../../model/types/model.ts';
import { fieldValue } from '../view/display-value.ts';

/** Whether this person could undo the event with an inverse event. If so, the action is not delayed. */
export const hasInverseEvent = ({ _: { can } }: Pick<WireRecord, '_'>, event: string): boolean =>
  can.back !== undefined && Object.hasOwn(can.back, event);

/** For records that are not loaded: whether some transition of this event has an inverse transition. */
export const mayHaveInverseEvent = (machines: readonly Machine[], event: string): boolean =>
  machines.some(({ transitions }) =>
    transitions.some(
      (transition) =>
        transition.event === event &&
        transition.from !== transition.to &&
        transitions.some(
          (inverse) => inverse.event !== null && inverse.from === transition.to && inverse.to === transition.from,
        ),
    ),
  );

interface StateMove {
  readonly machine: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the state that an event leads to, if it is known in advance. Null if the event may not be raised, has no
 * inverse, or may lead to several states.
 */
export function predictedMove(machines: readonly Machine[], record: WireRecord, event: string): StateMove | null {
  if (record._.can.events[event] !== null || !hasInverseEvent(record, event)) return null;
  const moves = machines.flatMap(({ name: machine, transitions }) =>
    transitions.flatMap(({ event: by, from, to }) =>
      by === event && from === fieldValue(record, machine) && from !== null ? [{ machine, from, to }] : [],
    ),
  );
  const [move] = moves;
  const isOne = move !== undefined && moves.every(({ machine, to }) => machine === move.machine && to === move.to);
  return isOne ? move : null;
}
