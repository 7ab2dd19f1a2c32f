import { Trash2, X } from 'lucide-react';
import type { WireRecord } from '../../../engine/wire.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { IconButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { type EntityInView, useView } from '../../view/view.tsx';
import { nounFor } from './nouns.ts';
import { refusalOfAll } from './refusal-of-all.ts';
import { tableTexts } from './texts.ts';
import { type ActionsInHand, busyKey, removal } from './use-actions.ts';

interface BulkBarProps {
  readonly entity: EntityInView;
  readonly selected: readonly WireRecord[];
  readonly actions: ActionsInHand;
  readonly clear: () => void;
}

/** What can be done with all rows that are chosen. An action that every one of them refuses says why. */
export function BulkBar({ entity, selected, actions, clear }: BulkBarProps) {
  const { format } = useView();
  const count = format.number(selected.length, 0);
  const many = actions.removing?.length ?? 0;
  const removingTitle = tableTexts.removeMany(format.number(many, 0), nounFor(entity.model, many));
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
              refusal={refusalOfAll(selected, ({ events }) =>
                Object.hasOwn(events, event.name) ? (events[event.name] ?? null) : null,
              )}
              onPress={() => actions.raise(event, selected)}
              element={event.call ?? event.machine}
              size="small"
              busy={actions.busy.has(busyKey('bulk', event.name))}
            />
          ))}
          {actions.mayRemove && (
            <ActionButton
              label={tableTexts.remove}
              icon={<Trash2 size={14} aria-hidden />}
              refusal={refusalOfAll(selected, (can) => can.delete)}
              onPress={() => actions.setRemoving(selected)}
              element={entity.calls.delete ?? undefined}
              size="small"
              busy={actions.busy.has(removal)}
            />
          )}
          <IconButton
            label={tableTexts.clearSelection}
            icon={<X size={15} aria-hidden />}
            onPress={clear}
            size="small"
          />
        </section>
      )}
      <Confirm
        title={removingTitle}
        action={tableTexts.remove}
        isOpen={actions.removing !== null}
        onConfirm={actions.remove}
        onClose={() => actions.setRemoving(null)}
      >
        <p>{tableTexts.removeText}</p>
      </Confirm>
    </>
  );
}
