import { Trash2, X } from 'lucide-react';
import { ActionButton } from '../../components/action-button.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { messages } from '../../languages/messages.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { type EntityInView, useView } from '../../view/view-context.tsx';
import { retentionDays } from '../trash/retention.ts';
import { refusalOfAll } from './refusal-of-all.ts';
import { coverage } from './selection.ts';
import { type ActionsInHand, type Matching, removal } from './use-actions.ts';
import { busyKey } from './use-lazy-actions.ts';
import type { RowsInHand } from './use-rows.ts';
import '../../styles/table-tools.css';

interface BulkBarProps {
  readonly entity: EntityInView;
  readonly rows: Pick<
    RowsInHand,
    'selected' | 'selection' | 'order' | 'clear' | 'selectAll' | 'isEverything' | 'selectEverything'
  >;
  readonly actions: ActionsInHand;
  /** All rows that match the list's query; null if all of them are loaded. */
  readonly matching: Matching | null;
  /** On a phone the bar has a button that selects all rows, because cards have no header checkbox. */
  readonly isPhone: boolean;
}

/** The bar of bulk actions for the selected rows. An action that every selected row refuses is disabled and shows why. */
export function BulkBar({ entity, rows, actions, matching, isPhone }: BulkBarProps) {
  const { format, schema } = useView();
  const { selected } = rows;
  const all = rows.isEverything ? matching : null;
  const words =
    all === null
      ? messages.listTools.selected({ count: format.number(selected.length, 0) })
      : messages.listTools.allSelected({ count: all.count });
  const isWhole = coverage(rows.selection, rows.order) === 'all';
  const offersAll = all === null && (matching === null ? isPhone && !isWhole : isPhone || isWhole);
  const many = actions.removing?.length ?? 0;
  const removingTitle = messages.listTools.removeMany({
    count: format.number(many, 0),
    noun: nounFor(entity.model, many),
  });
  return (
    <>
      <p className="reader-only" aria-live="polite">
        {selected.length > 0 && words}
      </p>
      {selected.length > 0 && (
        <section className="bulk-bar" aria-label={messages.listTools.bulkBar}>
          <span className="bulk-count">{words}</span>
          {offersAll && (
            <Button size="small" variant="quiet" onPress={matching === null ? rows.selectAll : rows.selectEverything}>
              {messages.listTools.selectMatching({ count: matching?.count ?? format.number(rows.order.length, 0) })}
            </Button>
          )}
          {actions.events.map((event) => (
            <ActionButton
              key={event.name}
              label={event.label}
              refusal={
                all !== null
                  ? null
                  : refusalOfAll(selected, ({ events }) =>
                      Object.hasOwn(events, event.name) ? (events[event.name] ?? null) : null,
                    )
              }
              onPress={() => (all === null ? actions.raise(event, selected) : actions.onMatching(event, all))}
              element={event.call ?? event.machine}
              size="small"
              busy={actions.busy.has(busyKey('bulk', event.name))}
            />
          ))}
          {actions.mayRemove && (
            <ActionButton
              label={messages.listTools.remove}
              icon={<Trash2 size={14} aria-hidden />}
              refusal={all === null ? refusalOfAll(selected, (can) => can.delete) : null}
              onPress={() => (all === null ? actions.setRemoving(selected) : actions.onMatching(null, all))}
              element={entity.calls.delete ?? undefined}
              size="small"
              busy={actions.busy.has(removal)}
            />
          )}
          <IconButton
            label={messages.listTools.clearSelection}
            icon={<X size={15} aria-hidden />}
            onPress={rows.clear}
            size="small"
          />
        </section>
      )}
      <Confirm
        title={removingTitle}
        action={messages.listTools.remove}
        isOpen={actions.removing !== null}
        onConfirm={actions.remove}
        onClose={() => actions.setRemoving(null)}
      >
        <p>
          {messages.listTools.removeText}
          {` ${entity.mayRestore ? messages.trash.manyCanBeUndone({ days: retentionDays(schema.model) }) : messages.undo.final}`}
        </p>
      </Confirm>
    </>
  );
}
