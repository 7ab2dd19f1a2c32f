import { type ComponentType, lazy, Suspense, useLayoutEffect, useRef } from 'react';
import type { WireRecord, WireRefusal } from '../../../engine/wire.ts';
import { Bubble } from '../../parts/bubble.tsx';
import { Link } from '../../parts/link.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { isNumeric } from '../../view/shown.ts';
import { Value } from '../../view/values.tsx';
import type { CellEditorProps } from './cell-editor.tsx';
import { cellOf } from './cells.ts';
import type { Column } from './columns.ts';
import type { CellEnd, CellShows } from './use-cells.ts';

/** The inputs are not needed before somebody is in a row. */
export const loadEditor = () => import('./load-cell-editor.ts').then((each) => each.loadCellEditor());

const CellEditor = lazy<ComponentType<CellEditorProps>>(() =>
  loadEditor().then(
    (each) => ({ default: each.CellEditor }),
    () => import('./cell-not-loaded.tsx').then((each) => ({ default: each.CellNotLoaded })),
  ),
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
  const isOpen = shows === 'reason';
  const { name, attribute } = column;
  const state = isInline ? cellOf(record, column) : undefined;
  const isLocked = state !== undefined && state !== null && shows !== 'input';
  const why = isLocked && (isActive || isOpen) ? `why-${attribute.id}-${record.id}`.replaceAll(/\s/g, '_') : undefined;
  return (
    <div
      role="gridcell"
      className="table-cell"
      data-element={attribute.id}
      data-numeric={isNumeric(attribute.type) || undefined}
      {...(state !== undefined && {
        'data-cell': name,
        tabIndex: -1,
        'aria-readonly': isLocked,
        'aria-disabled': isLocked || undefined,
        'aria-describedby': why,
        onFocus: ({ currentTarget, target }) => {
          if (isLocked && target === currentTarget && target.matches(':focus-visible')) handlers.open(record.id, name);
        },
        onBlur: isLocked && isOpen ? handlers.close : undefined,
      })}
      {...(isInline && state === undefined && { 'aria-readonly': true })}
    >
      {shows === 'input' ? (
        <Suspense fallback={<Cell column={column} record={record} to={to} />}>
          <CellEditor record={record} column={column} onEnd={handlers.end} onRefused={handlers.refused} />
        </Suspense>
      ) : (
        <Cell column={column} record={record} to={to} />
      )}
      {isLocked && why !== undefined && <Why id={why} refusal={state} isOpen={isOpen} close={handlers.close} />}
    </div>
  );
}

/** One value of a record; `to` makes it the link to the record's own page. */
export function Cell({
  column,
  record,
  to,
}: {
  readonly column: Column;
  readonly record: WireRecord;
  readonly to: string | null;
}) {
  if (to === null) return <Value attribute={column.attribute} record={record} cut />;
  return (
    <Link to={to} className="table-title">
      <Value attribute={column.attribute} record={record} plain />
    </Link>
  );
}

interface WhyProps {
  readonly id: string;
  readonly refusal: WireRefusal;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Why a cell can't be changed now: to readers always, by the cell once somebody wants to. */
function Why({ id, refusal, isOpen, close }: WhyProps) {
  const words = useRef<HTMLSpanElement>(null);
  const cell = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    cell.current = words.current?.parentElement ?? null;
  }, []);
  return (
    <>
      <span ref={words} id={id} className="reader-only">
        {`${refusal.message} ${refusal.next ?? ''}`.trim()}
      </span>
      <Bubble control={cell} isOpen={isOpen} setOpen={(open) => !open && close()} keepOpen={stays} className="reason">
        <ReasonText refusal={refusal} />
      </Bubble>
    </>
  );
}

const stays = { onPointerEnter: () => undefined, onPointerLeave: () => undefined };
