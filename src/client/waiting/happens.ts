import type { WireRecord } from '../../engine/core/wire-format.ts';
import { fieldValue, optionOf } from '../view/shown.ts';
import type { EntityInView } from '../view/view.tsx';
import { waitingTexts } from './texts.ts';

/** What an event does to a record that nothing takes back, for people; null where something does. */
export function happensFor(
  { events, attributes }: Pick<EntityInView, 'events' | 'attributes'>,
  event: string,
  record: WireRecord,
): string | null {
  const found = events.find(({ name }) => name === event);
  const state = found === undefined ? null : fieldValue(record, found.machine);
  const end = found?.ends.find(({ from }) => from === state);
  if (found === undefined || end === undefined) return null;
  if (end.by === 'outside') return waitingTexts.sendsOutside;
  const machine = attributes.get(found.machine);
  const label = machine === undefined ? undefined : optionOf(machine.type, end.to)?.option.label;
  return waitingTexts.leadsTo(label ?? end.to);
}

/** The same of several records: of the first to which it happens. */
export const happensToSome = (
  entity: Parameters<typeof happensFor>[0],
  event: string,
  records: readonly WireRecord[],
) => records.map((record) => happensFor(entity, event, record)).find((each) => each !== null) ?? null;
