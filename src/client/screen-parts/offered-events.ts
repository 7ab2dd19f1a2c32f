import type { WireRecord } from '../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../engine/view/view.ts';
import { fieldValue } from '../view/display-value.ts';

/** Whether the person may raise an event on the record in some state. The server lists only the events of the record. */
export const isOffered = (event: string, { _: { can } }: WireRecord): boolean =>
  Object.hasOwn(can.events, event) && can.events[event]?.isPersonal !== true;

/** Whether an event calls the record off in its state, or in every state in which it could. */
export function isDangerous({ danger, from, machine }: ViewEvent, record: WireRecord): boolean {
  const state = fieldValue(record, machine);
  if (danger.length === 0) return false;
  return typeof state === 'string' && from.includes(state) ? danger.includes(state) : true;
}
