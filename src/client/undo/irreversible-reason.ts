import type { WireRecord } from '../../engine/core/wire-format.ts';
import { messages } from '../languages/messages.ts';
import { fieldValue, optionOf } from '../view/display-value.ts';
import type { EntityInView } from '../view/view-context.tsx';

/** Returns the irreversible consequence of an event for a record, in words; null if it can be undone. */
export function irreversibleEffect(
  { events, attributes }: Pick<EntityInView, 'events' | 'attributes'>,
  event: string,
  record: WireRecord,
): string | null {
  const found = events.find(({ name }) => name === event);
  const state = found === undefined ? null : fieldValue(record, found.machine);
  const end = found?.ends.find(({ from }) => from === state);
  if (found === undefined || end === undefined) return null;
  if (end.by === 'outside') return messages.undo.sendsOutside;
  const machine = attributes.get(found.machine);
  const label = machine === undefined ? undefined : optionOf(machine.type, end.to)?.label;
  return messages.undo.becomesFinal({ state: label ?? end.to });
}

/** Returns the consequence for the first record that has one. */
export const firstIrreversibleEffect = (
  entity: Parameters<typeof irreversibleEffect>[0],
  event: string,
  records: readonly WireRecord[],
) => records.map((record) => irreversibleEffect(entity, event, record)).find((each) => each !== null) ?? null;
