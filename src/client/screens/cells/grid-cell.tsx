import { Suspense } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { Link } from '../../components/link.tsx';
import { lazyPreloaded, lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';
import { isNumeric, isWords, lineText } from '../../view/display-value.ts';
import { Value } from '../../view/values.tsx';
import { useView } from '../../view/view-context.tsx';
import type { Column } from '../columns/columns.ts';
import { cellOf } from './cells.ts';
import type { CellEnd, CellShows } from './use-cells.ts';

/** Loads the cell editor and its inputs, which are needed only once the focus enters a row. */
export const loadEditor = () => import('./cell-editor.tsx');

const CellEditor = lazyPreloaded(
  loadEditor,
  'CellEditor',
  lazyPreloaded(() => import('./cell-not-loaded.tsx'), 'CellNotLoaded'),
);

const Why = lazyWithoutFallback(
  () => import('./cell-reason.tsx'),
  'CellReason',
  () => null,
);

/** The handlers of a list's cells. Their identity is stable, so that memoized rows do not render again. */
export interface CellHandlers {
  /** Opens the editor of a cell, or the reason why the cell can't be changed. */
  readonly open: (id: string, column: string) => void;
  readonly close: () => void;
  readonly refused: () => void;
  readonly end: (end: CellEnd) => void;
}

interface GridCellProps {
  readonly record: WireRecord;
  readonly column: Column;
  /** Whether the list allows inline editing. Each record decides which of its fields are editable. */
  readonly isInline: boolean;
  /** Whether keys act on the cell's row. */
  readonly isActive: boolean;
  /** What is open in the cell; null if it shows only its value. */
  readonly shows: CellShows | null;
  /** The route of the record screen if the cell links to it; otherwise null. */
  readonly to: string | null;
  readonly handlers: CellHandlers;
}

/** Renders one value of a row. With inline editing the cell is focusable and announces whether it is read-only. */
export function GridCell({ record, column, isInline, isActive, shows, to, handlers }: GridCellProps) {
  const context = useView();
  const isOpen = shows === 'reason';
  const { name, attribute } = column;
  // A cell of plain text is a single element, because the number of elements determines the cost of scrolling.
  const isPlain = shows !== 'input' && isWords(attribute.type) && !context.view.unknown.includes(attribute.id);
  const words = isPlain ? lineText(context, attribute, record) : null;
  const isText = words !== null && to === null;
  const state = isInline ? cellOf(record, column) : undefined;
  const isLocked = state !== undefined && state !== null && shows !== 'input';
  const why = isLocked && (isActive || isOpen) ? `why-${attribute.id}-${record.id}`.replaceAll(/\s/g, '_') : undefined;
  return (
    <div
      role="gridcell"
      className={isText ? 'table-cell table-words' : 'table-cell'}
      data-element={attribute.id}
      data-numeric={isNumeric(attribute.type) || undefined}
      aria-label={isText && words === '' ? messages.application.values.empty : undefined}
      {...(state !== undefined && {
        'data-cell': name,
        tabIndex: -1,
        'aria-readonly': isLocked,
        // Only for plain text: `aria-disabled` would also apply to a link in the cell.
        'aria-disabled': (isLocked && isText) || undefined,
        'aria-describedby': why,
        onFocus: ({ currentTarget, target }) => {
          if (isLocked && target === currentTarget && target.matches(':focus-visible')) handlers.open(record.id, name);
        },
        onBlur: isLocked && isOpen ? handlers.close : undefined,
      })}
      {...(isInline && state === undefined && { 'aria-readonly': true })}
    >
      {shows === 'input' ? (
        <Suspense fallback={<Value attribute={attribute} record={record} plain />}>
          <CellEditor record={record} column={column} onEnd={handlers.end} onRefused={handlers.refused} />
        </Suspense>
      ) : isText ? (
        words || '–'
      ) : to === null ? (
        <Value attribute={attribute} record={record} />
      ) : (
        <Link to={to} className="table-title">
          {words || <Value attribute={attribute} record={record} plain />}
        </Link>
      )}
      {isLocked && why !== undefined && <Why id={why} refusal={state} isOpen={isOpen} close={handlers.close} />}
    </div>
  );
}
