import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { messages } from '../../languages/messages.ts';
import { isOffered } from '../../screen-parts/offered-events.ts';
import { busyKey } from '../bulk-actions/use-lazy-actions.ts';
import { type CellHandlers, GridCell } from '../cells/grid-cell.tsx';
import { type CellShows, columnAt } from '../cells/use-cells.ts';
import type { Column } from '../columns/columns.ts';

/** The handlers of a list's rows. Their identity is stable, so that memoized rows do not render again. */
export interface RowHandlers {
  readonly select: (id: string, extend: boolean) => void;
  readonly raise: (event: ViewEvent, records: readonly WireRecord[]) => void;
  readonly press: (event: MouseEvent<HTMLElement>, record: WireRecord) => void;
  readonly focus: (id: string) => void;
  readonly routeOf: (id: string) => string | null;
}

interface RowProps {
  readonly record: WireRecord;
  readonly index: number;
  readonly top: number;
  /** The `aria-level` of a row in a group; absent if the rows are not grouped. */
  readonly level?: number | undefined;
  readonly columns: readonly Column[];
  readonly events: readonly ViewEvent[];
  readonly isSelected: boolean;
  /** Whether the row is the tab stop of the grid. */
  readonly isTabStop: boolean;
  readonly isActive: boolean;
  /** The record's `busyKey`s of events in flight, joined by newlines. */
  readonly busy: string;
  readonly hasBox: boolean;
  /** Whether the list allows inline editing. */
  readonly isInline: boolean;
  /** The column of the open cell, and what is open in it; null if no cell of the row is open. */
  readonly opened: string | null;
  readonly shows: CellShows | null;
  readonly cells: CellHandlers;
  readonly handlers: RowHandlers;
}

/** One record as a row of the grid. */
export const Row = memo(function Row(props: RowProps) {
  const { record, index, columns, events, isSelected, isTabStop, handlers, hasBox } = props;
  const row = useRef<HTMLDivElement>(null);
  // Whether Shift was held on the last click on the checkbox. Pressing a key on the checkbox is a click, too.
  const isExtending = useRef(false);
  useLayoutEffect(() => {
    for (const control of row.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])
      if (control.closest('.cell-editor') === null) control.tabIndex = isTabStop ? 0 : -1;
  });
  return (
    // `useListKeys` handles the keys of the row.
    <div
      ref={row}
      role="row"
      className="table-row"
      data-id={record.id}
      data-active={props.isActive || undefined}
      aria-rowindex={index + 2}
      aria-level={props.level}
      aria-selected={hasBox ? isSelected : undefined}
      tabIndex={isTabStop ? 0 : -1}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={(event) => handlers.press(event, record)}
      onDoubleClick={({ target, currentTarget }) => {
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        const column = target.closest('a, button, input, .cell-editor') === null ? columnAt(target) : null;
        if (column !== null) props.cells.open(record.id, column);
      }}
      onFocus={() => handlers.focus(record.id)}
    >
      {hasBox && (
        <div
          role="gridcell"
          className="table-cell table-box"
          onClickCapture={({ shiftKey }) => {
            isExtending.current = shiftKey;
          }}
        >
          <Checkbox
            checked={isSelected}
            onChange={() => handlers.select(record.id, isExtending.current)}
            label={messages.list.select({ title: record._.title })}
          />
        </div>
      )}
      {columns.map((column) => (
        <GridCell
          key={column.name}
          record={record}
          column={column}
          isInline={props.isInline}
          isActive={props.isActive}
          shows={props.opened === column.name ? props.shows : null}
          to={column.isTitle ? handlers.routeOf(record.id) : null}
          handlers={props.cells}
        />
      ))}
      {events.length > 0 && (
        <div role="gridcell" className="table-cell table-actions">
          <RowActions record={record} events={events} busy={props.busy} raise={handlers.raise} />
        </div>
      )}
    </div>
  );
});

interface RowActionsProps {
  readonly record: WireRecord;
  readonly events: readonly ViewEvent[];
  readonly busy: string;
  readonly raise: RowHandlers['raise'];
}

/** The action buttons of one record. A refused action stays visible and shows why. */
export function RowActions({ record, events, busy, raise }: RowActionsProps) {
  const { can } = record._;
  const running = busy.split('\n');
  return events.map((event) => {
    if (!isOffered(event.name, record)) return null;
    const refusal = can.events[event.name] ?? null;
    return (
      <ActionButton
        key={event.name}
        about={record.id}
        label={event.label}
        refusal={refusal}
        onPress={() => raise(event, [record])}
        element={event.call ?? event.machine}
        size="small"
        busy={running.includes(busyKey(record.id, event.name))}
      />
    );
  });
}
