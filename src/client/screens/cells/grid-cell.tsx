import { Suspense } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { Link } from '../../components/link.tsx';
import { lazyPreloaded, lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';
import { fieldText, isNumeric, isWords } from '../../view/display-value.ts';
import { Value } from '../../view/values.tsx';
import { useView } from '../../view/view-context.tsx';
import type { Column } from '../columns/columns.ts';
import { cellOf } from './cells.ts';
import type { CellEnd, CellShows } from './use-cells.ts';

/** The inputs are not needed before somebody is in a row. */
export const loadEditor = () => import('./load-cell-editor.ts').then((each) => each.loadCellEditor());

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

/** What the cells of a row do. The same object while the list is there. */
export interface CellHandlers {
  /** Opens a cell: to change it, or to say why it can't be. */
  readonly open: (id: string, column: string) => void;
  readonly close: () => void;
  readonly refused: () => void;
  readonly end: (end: CellEnd) => void;
}

interface GridCellProps {
  readonly record: WireRecord;
  readonly column: Column;
  /** Fields are changed here where the record lets them. */
  readonly isInline: boolean;
  /** The row that keys act on. */
  readonly isActive: boolean;
  /** Null: its value alone. */
  readonly shows: CellShows | null;
  /** Where the record's own screen is, for the cell that leads there. */
  readonly to: string | null;
  readonly handlers: CellHandlers;
}

/** One value of a row. Where fields are changed in the row it can be reached by keys, and says what it is. */
export function GridCell({ record, column, isInline, isActive, shows, to, handlers }: GridCellProps) {
  const context = useView();
  const isOpen = shows === 'reason';
  const { name, attribute } = column;
  // Most cells are words and nothing else: one element each, since it is their number that scrolling costs.
  const isPlain = shows !== 'input' && isWords(attribute.type) && !context.view.unknown.includes(attribute.id);
  const words = isPlain ? fieldText(context, attribute, record) : null;
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
        // Of what it holds all would be disabled, a link too.
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
