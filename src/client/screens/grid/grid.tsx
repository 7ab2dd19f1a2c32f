import type { VirtualItem } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { useRenderedRows } from '../bulk-actions/rendered-rows.ts';
import { coverage } from '../bulk-actions/selection.ts';
import type { RowActionsInHand } from '../bulk-actions/use-lazy-actions.ts';
import type { RowsInHand } from '../bulk-actions/use-rows.ts';
import { firstCell } from '../cells/cells.ts';
import { cellElement, columnAt, rowElement, useCells } from '../cells/use-cells.ts';
import { actionsWidth, type Column, widthsOf } from '../columns/columns.ts';
import { Head } from '../columns/head.tsx';
import type { SortKey } from '../columns/sort.ts';
import { leaveControl, moveInside, useListKeys } from './keyboard.ts';
import type { Command } from './keys.ts';
import { useRestOfWindow } from './media.ts';
import { Row, type RowHandlers } from './row.tsx';
import { useReadingOrder, useSlots } from './slots.ts';

export const boxWidth = 40;
export const prefetchRows = 20;
export const belowGrid = 24;
/** The bar of actions on many stands there. */
export const belowWithBar = 80;

export interface GridProps {
  readonly label: string;
  readonly records: readonly WireRecord[];
  readonly columns: readonly Column[];
  readonly rows: RowsInHand;
  readonly actions: RowActionsInHand;
  readonly rowHeight: number;
  readonly sort: readonly SortKey[];
  readonly onSort: (field: string, beside: boolean) => void;
  /** Makes a column so many px wide; null: as its kind says. */
  readonly onResize: (column: string, width: number | null) => void;
  /** How many rows there are in all; null where that is not known. */
  readonly total: number | null;
  readonly more: { readonly isThere: boolean; readonly isLoading: boolean; readonly load: () => void };
  /** Fields are changed in the rows, as far as each record lets them. */
  readonly isInline: boolean;
  readonly onOpen: (record: WireRecord) => void;
  readonly onEdit: (record: WireRecord) => void;
  /** What stands outside the grid: the search box, the page of keys. */
  readonly onCommand: (command: Command) => void;
}

/** Rows under column heads, as many drawn as fit the window. One row is active: keys move it, and Tab leads to it. */
export function Grid(props: GridProps) {
  const { records, columns, rows, actions, rowHeight, more, isInline } = props;
  const { recordRoute } = useView();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useRestOfWindow(scroller, rows.selection.ids.size > 0 ? belowWithBar : belowGrid);
  const { activeIndex, active } = rows;
  const cells = useCells(records, columns, body, isInline);
  const openIndex = cells.opened === null ? -1 : rows.order.indexOf(cells.opened.id);

  const { virtual, scrollToIndex, screenful } = useRenderedRows(
    scroller,
    rows.order,
    rowHeight,
    activeIndex,
    openIndex,
  );
  const items = virtual.getVirtualItems();
  const slots = useSlots(items.flatMap(({ index }) => records[index]?.id ?? []));
  useReadingOrder(body, virtual.isScrolling);
  const end = items.findLast(({ index }) => index !== activeIndex && index !== openIndex)?.index ?? 0;
  // Whoever scrolls is further on by the time they are there.
  const isNearEnd = end >= records.length - (virtual.isScrolling ? 2 : 1) * prefetchRows;
  useEffect(() => {
    if (more.isThere && !more.isLoading && isNearEnd) more.load();
  }, [more, isNearEnd]);

  const focusOnceDrawn = useFocusOnceRendered();
  useReturn(scrollToIndex, activeIndex, () => focusOnceDrawn(() => rowElement(body.current, active ?? '')));
  useAnchor(scroller, active, activeIndex, rowHeight);
  const keepFocus = useRestoredFocus(body, active);

  const run = (command: Command) => {
    if (cells.isKeptHere()) {
      if (command.do === 'leave' || command.do === 'clear') cells.handlers.end({ move: 0, isHere: true });
      return;
    }
    const record = records[activeIndex];
    switch (command.do) {
      case 'move': {
        const target = records[command.to];
        if (target === undefined) return;
        if (command.extend && record !== undefined && rows.selection.anchor === null) rows.select(record.id, false);
        if (command.extend) rows.select(target.id, true);
        focusRow(target.id, command.to, columnAt(document.activeElement));
        return;
      }
      case 'toggle':
        if (record !== undefined && actions.canSelect) rows.select(record.id, command.extend);
        return;
      case 'inside':
        return moveInside(body.current, command.step);
      case 'leave':
        return leaveControl();
      case 'all':
        return actions.canSelect ? rows.selectAll() : undefined;
      case 'clear':
        return rows.clear();
      case 'open':
        return record === undefined ? undefined : props.onOpen(record);
      case 'change': {
        if (record === undefined) return;
        const column = isInline ? (columnAt(document.activeElement) ?? firstCell(record, columns)) : null;
        return column === null ? props.onEdit(record) : changeCell(record.id, column);
      }
      case 'edit':
        return record === undefined ? undefined : props.onEdit(record);
      default:
        return props.onCommand(command);
    }
  };
  const changeCell = (id: string, column: string) => {
    // Where it can't be changed, one stands at what says why.
    cellElement(body.current, { id, column })?.focus();
    cells.handlers.open(id, column);
  };
  /** In the same column, where one came from a cell. */
  const focusRow = (id: string, index: number, column: string | null) => {
    rows.activate(id);
    scrollToIndex(index);
    focusOnceDrawn(
      () => (column === null ? null : cellElement(body.current, { id, column })) ?? rowElement(body.current, id),
    );
  };
  useListKeys(body, { index: activeIndex, count: records.length, screenful }, run);

  const latest = useRef(props);
  latest.current = props;
  const handlers = useMemo<RowHandlers>(
    () => ({
      select: rows.select,
      raise: actions.raise,
      focus: rows.activate,
      routeOf: (id) => recordRoute(records[0]?._.entity ?? '', id),
      press: (event, record) => pressed(event, record, latest.current),
    }),
    [rows.select, rows.activate, actions.raise, recordRoute, records[0]?._.entity],
  );

  const hasBox = actions.canSelect;
  const boxAt = hasBox ? boxWidth : 0;
  const actionsAt = useMemo(() => actionsWidth(actions.events.map(({ label }) => label)), [actions.events]);
  const widths = useMemo(() => widthsOf(columns, boxAt, actionsAt), [columns, boxAt, actionsAt]);
  const style = { '--table-row': `${rowHeight}px`, '--table-actions': `${actionsAt}px` } as CSSProperties;
  const { sort, onSort, onResize } = props;
  const { selectAll } = rows;
  const covers = hasBox ? coverage(rows.selection, rows.order) : null;
  // Drawn with every frame of scrolling otherwise.
  const head = useMemo(
    () => (
      <Head
        columns={columns}
        sort={sort}
        onSort={onSort}
        onResize={onResize}
        widthsWith={(name, width) =>
          widthsOf(
            columns.map((column) => (column.name === name ? { ...column, width } : column)),
            boxAt,
            actionsAt,
          )
        }
        selection={covers === null ? null : { covers, selectAll }}
        hasActions={covers !== null}
      />
    ),
    [columns, sort, onSort, onResize, boxAt, actionsAt, covers, selectAll],
  );
  return (
    <div ref={scroller} className="table-scroll" style={style}>
      <div
        role="grid"
        className="table-grid"
        style={widths as CSSProperties}
        aria-label={props.label}
        aria-rowcount={props.total === null ? -1 : props.total + 1}
        aria-multiselectable={hasBox || undefined}
      >
        {head}
        <div
          ref={body}
          role="rowgroup"
          className="table-body"
          style={{ blockSize: virtual.getTotalSize() }}
          {...keepFocus}
        >
          {inSlots(items, records, slots).map(({ slot, record, index, start }) => {
            return (
              <Row
                key={slot}
                record={record}
                index={index}
                top={start}
                columns={columns}
                events={actions.events}
                isSelected={rows.selection.ids.has(record.id)}
                isActive={record.id === active}
                isTabStop={record.id === active || (active === null && index === 0)}
                busy={busyOf(actions.busy, record.id)}
                hasBox={hasBox}
                isInline={isInline}
                opened={cells.opened?.id === record.id ? cells.opened.column : null}
                shows={cells.opened?.id === record.id ? cells.opened.shows : null}
                cells={cells.handlers}
                handlers={handlers}
              />
            );
          })}
        </div>
      </div>
      {more.isLoading && (
        <p className="table-more" role="status">
          {messages.list.loadingMore}
        </p>
      )}
    </div>
  );
}

/**
 * A press on the row itself opens the record; with Shift it chooses up to here, with Ctrl or Cmd it chooses. One on a cell
 * that people change goes there: a second one changes it.
 */
export function pressed(
  event: MouseEvent<HTMLElement>,
  record: WireRecord,
  { rows, actions, onOpen }: Pick<GridProps, 'rows' | 'actions' | 'onOpen'>,
): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  // What stands over the page belongs to the row, but is no part of it.
  if (!event.currentTarget.contains(event.target)) return;
  if (event.target.closest('a, button, input, label, .cell-editor, [role="tooltip"]') !== null) return;
  rows.activate(record.id);
  if (actions.canSelect && event.shiftKey) {
    globalThis.getSelection()?.removeAllRanges();
    rows.select(record.id, true);
    return;
  }
  if (actions.canSelect && (event.ctrlKey || event.metaKey)) {
    rows.select(record.id, false);
    return;
  }
  if (columnAt(event.target) !== null) return;
  // Whoever marks text in a row wants the text.
  if ((globalThis.getSelection()?.toString() ?? '') === '') onOpen(record);
}

/** The rows that are drawn in the order of their slots, so that no element changes its place while one scrolls. */
const inSlots = (items: readonly VirtualItem[], records: readonly WireRecord[], slots: ReadonlyMap<string, number>) =>
  items
    .flatMap(({ index, start }) => {
      const record = records[index];
      return record === undefined ? [] : [{ slot: slots.get(record.id) ?? -1, record, index, start }];
    })
    .sort((one, other) => one.slot - other.slot);

export const busyOf = (busy: ReadonlySet<string>, id: string): string =>
  busy.size === 0 ? '' : [...busy].filter((key) => key.startsWith(`${id} `)).join('\n');

/**
 * Whoever comes back finds the row where they were, and goes on from it, unless they began with something else; whoever
 * reloads has the page as browsers give it.
 */
function useReturn(
  scrollTo: (index: number, options: { align: 'center' }) => void,
  activeIndex: number,
  focus: () => void,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (activeIndex > 0) scrollTo(activeIndex, { align: 'center' });
    if (activeIndex >= 0 && navigator.userActivation.hasBeenActive && !document.activeElement?.closest('main > *'))
      focus();
  });
}

/** Gives the focus to what is found, at once or with the drawing that brings it; whoever goes on meanwhile means the later one. */
export function useFocusOnceRendered(): (find: () => HTMLElement | null) => void {
  const wanted = useRef<() => HTMLElement | null>(null);
  const focus = () => {
    const found = wanted.current?.();
    if (!found) return;
    wanted.current = null;
    found.focus({ preventScroll: true });
  };
  useLayoutEffect(focus);
  return (find) => {
    wanted.current = find;
    focus();
    // By then it was drawn, or is not there.
    requestAnimationFrame(() => {
      if (wanted.current === find) wanted.current = null;
    });
  };
}

/** Whoever was in a row that left goes on in the one that took its place; whoever went elsewhere is left there. */
export function useRestoredFocus(body: { readonly current: HTMLElement | null }, active: string | null) {
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (!isInside.current || active === null || document.activeElement !== document.body) return;
    rowElement(body.current, active)?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const leave = () => {
        if (
          relatedTarget instanceof Node
            ? body.current?.contains(relatedTarget) !== true
            : target.isConnected && document.hasFocus()
        ) {
          isInside.current = false;
        }
      };
      // Whether the row itself is gone shows once it is.
      if (relatedTarget === null) requestAnimationFrame(leave);
      else leave();
    },
  };
}

/** Rows that come or go above the active one leave it where it was on the screen. */
export function useAnchor(
  scroller: { readonly current: HTMLElement | null },
  active: string | null,
  index: number,
  rowHeight: number,
): void {
  const before = useRef({ active, index });
  useLayoutEffect(() => {
    const moved = before.current.active === active && before.current.index !== -1 ? index - before.current.index : 0;
    before.current = { active, index };
    if (moved !== 0 && scroller.current !== null && scroller.current.scrollTop > 0)
      scroller.current.scrollTop += moved * rowHeight;
  }, [scroller, active, index, rowHeight]);
}
