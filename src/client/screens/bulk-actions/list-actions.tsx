import '../../styles/not-shown.css';
import { useLayoutEffect } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { useCommands } from '../../palette/command-registry.tsx';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { rowCommands } from './palette-commands.ts';
import { Printing } from './printing.tsx';
import { type Matching, useActions } from './use-actions.ts';
import type { Take } from './use-lazy-actions.ts';
import type { RowsInHand } from './use-rows.ts';

const AskDialog = lazyWithoutFallback(() => import('./ask-dialog.tsx'), 'AskDialog');

const MatchingDialog = lazyWithoutFallback(() => import('./matching-dialog.tsx'), 'MatchingDialog');

const OutcomeDialog = lazyWithoutFallback(() => import('./outcome-dialog.tsx'), 'OutcomeDialog');

interface ListActionsProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly rows: RowsInHand;
  /** The row that keyboard commands act on. */
  readonly active: WireRecord | null;
  /** All rows that match the list's query; null if all of them are loaded. */
  readonly matching: Matching | null;
  readonly isPhone: boolean;
  /** Whether the list has rows. Without rows the component renders nothing but keeps its state. */
  readonly isDrawn: boolean;
  readonly take: Take;
}

/** Runs the actions of a list on one or several rows, and renders the bulk bar and the dialogs for input and results. */
export function ListActions({ screen, entity, rows, active, matching, isPhone, isDrawn, take }: ListActionsProps) {
  const actions = useActions(screen, entity, rows.unselect);
  const { busy, raise } = actions;
  useLayoutEffect(() => take({ busy, raise }), [take, busy, raise]);
  const all = rows.isEverything ? matching : null;
  const context = useView();
  useCommands(rowCommands({ context, entity, actions, selected: rows.selected, active, all }));
  if (!isDrawn) return null;
  return (
    <>
      <Printing loaded={rows.order.length} all={matching?.count ?? null} />
      {actions.canSelect && (
        <BulkBar entity={entity} rows={rows} actions={actions} matching={matching} isPhone={isPhone} />
      )}
      {actions.matching !== null && (
        <MatchingDialog
          screen={screen.id}
          entity={entity}
          ask={actions.matching}
          onClose={() => {
            actions.closeMatching();
            rows.clear();
          }}
        />
      )}
      {actions.asking !== null && (
        <AskDialog
          screen={screen.id}
          entity={entity}
          asking={actions.asking}
          answer={actions.answer}
          onClose={actions.stopAsking}
        />
      )}
      {actions.outcome !== null && (
        <OutcomeDialog entity={entity.name} outcome={actions.outcome} onClose={actions.closeOutcome} />
      )}
    </>
  );
}
