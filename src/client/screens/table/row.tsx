import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import type { ViewEvent } from '../../../engine/view.ts';
import type { WireRecord } from '../../../engine/wire.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Link } from '../../parts/link.tsx';
import { isNumeric } from '../../view/shown.ts';
import { Value } from '../../view/values.tsx';
import type { Column } from './columns.ts';
import { tableTexts } from './texts.ts';
import { busyKey } from './use-actions.ts';

/** What a row does. The same object while the list is there, so that rows that did not change are not drawn anew. */
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
  readonly columns: readonly Column[];
  readonly events: readonly ViewEvent[];
  readonly isSelected: boolean;
  /** The one row that Tab leads to. */
  readonly isTabStop: boolean;
  readonly isActive: boolean;
  /** The events under way on it, divided by spaces. */
  readonly busy: string;
  readonly hasBox: boolean;
  readonly handlers: RowHandlers;
}

/** A record in one line. */
export const Row = memo(function Row(props: RowProps) {
  const { record, index, columns, events, isSelected, isTabStop, handlers, hasBox } = props;
  const row = useRef<HTMLDivElement>(null);
  // Whether Shift was held when the box was pressed; a key press on it is a click, too.
  const isExtending = useRef(false);
  useLayoutEffect(() => {
    for (const control of row.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])
      control.tabIndex = isTabStop ? 0 : -1;
  });
  return (
    // The row itself takes the keys of the grid above it.
    <div
      ref={row}
      role="row"
      className="table-row"
      id={rowId(record.id)}
      data-id={record.id}
      data-active={props.isActive || undefined}
      aria-rowindex={index + 2}
      aria-selected={hasBox ? isSelected : undefined}
      tabIndex={isTabStop ? 0 : -1}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={(event) => handlers.press(event, record)}
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
            label={tableTexts.select(record._.title)}
          />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.name}
          role="gridcell"
          className="table-cell"
          data-element={column.attribute.id}
          data-numeric={isNumeric(column.attribute.type) || undefined}
        >
          <Cell column={column} record={record} to={column.isTitle ? handlers.routeOf(record.id) : null} />
        </div>
      ))}
      {events.length > 0 && (
        <div role="gridcell" className="table-cell table-actions">
          <RowActions record={record} events={events} busy={props.busy} raise={handlers.raise} />
        </div>
      )}
    </div>
  );
});

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

interface RowActionsProps {
  readonly record: WireRecord;
  readonly events: readonly ViewEvent[];
  readonly busy: string;
  readonly raise: RowHandlers['raise'];
}

/** The actions of a list on one record. What is refused stays in its place and says why. */
export function RowActions({ record, events, busy, raise }: RowActionsProps) {
  const { can } = record._;
  const running = busy.split('\n');
  return events.map((event) => {
    // What the server does not speak of is no event of this record.
    if (!Object.hasOwn(can.events, event.name)) return null;
    return (
      <ActionButton
        key={event.name}
        label={event.label}
        refusal={can.events[event.name] ?? null}
        onPress={() => raise(event, [record])}
        element={event.call ?? event.machine}
        size="small"
        busy={running.includes(busyKey(record.id, event.name))}
      />
    );
  });
}

export const rowId = (id: string): string => `row-${id}`;
