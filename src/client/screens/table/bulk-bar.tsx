import { X } from 'lucide-react';
import type { ViewEvent } from '../../../engine/view.ts';
import type { WireRecord, WireRefusal } from '../../../engine/wire.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { IconButton } from '../../parts/button.tsx';
import { useView } from '../../view/view.tsx';
import { tableTexts } from './texts.ts';
import { type ActionsInHand, busyKey } from './use-actions.ts';

interface BulkBarProps {
  readonly selected: readonly WireRecord[];
  readonly actions: ActionsInHand;
  readonly clear: () => void;
}

/** What can be done with all rows that are chosen. An action that every one of them refuses says why. */
export function BulkBar({ selected, actions, clear }: BulkBarProps) {
  const { format } = useView();
  const count = format.number(selected.length, 0);
  return (
    <>
      <p className="reader-only" aria-live="polite">
        {selected.length > 0 && tableTexts.selected(count)}
      </p>
      {selected.length > 0 && (
        <section className="bulk-bar" aria-label={tableTexts.bulkBar}>
          <span className="bulk-count">{tableTexts.selected(count)}</span>
          {actions.events.map((event) => (
            <ActionButton
              key={event.name}
              label={event.label}
              refusal={refusalOfAll(event, selected)}
              onPress={() => actions.raise(event, selected)}
              element={event.call ?? event.machine}
              size="small"
              busy={actions.busy.has(busyKey('bulk', event.name))}
            />
          ))}
          <IconButton
            label={tableTexts.clearSelection}
            icon={<X size={15} aria-hidden />}
            onPress={clear}
            size="small"
          />
        </section>
      )}
    </>
  );
}

/** Null where one row at least may take the event: the others are then refused one by one, each with its reason. */
function refusalOfAll({ name }: ViewEvent, records: readonly WireRecord[]): WireRefusal | null {
  const refusals = records.map(({ _: { can } }) =>
    Object.hasOwn(can.events, name) ? (can.events[name] ?? null) : null,
  );
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}
