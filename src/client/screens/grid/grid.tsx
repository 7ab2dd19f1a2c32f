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
import { coverage } from '../bulk-actions/selection.ts';
import type { RowActionsInHand } from '../bulk-actions/use-lazy-actions.ts';
import { useRenderedRows } from '../bulk-actions/use-rendered-rows.ts';
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

/** Width in px of the checkbox column. */
export const boxWidth = 40;
/** More rows are loaded when fewer rows than this follow the rendered ones; twice as many while scrolling. */
export const prefetchRows = 20;
/** Free space in px below the grid. */
export const belowGrid = 24;
/** Free space in px below the grid while the bulk bar is shown there. */
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
  /** Sets the width of a column in px; null resets it to the width of its field type. */
  readonly onResize: (column: string, width: number | null) => void;
  /** The number of matching rows; null if it is unknown. */
  readonly total: number | null;
  readonly more: { readonly isThere: boolean; readonly isLoading: boolean; readonly load: () => void };
  /** Whether the list allows inline editing. Each record decides which of its fields are editable. */
  readonly isInline: boolean;
  readonly onOpen: (record: WireRecord) => void;
  readonly onEdit: (record: WireRecord) => void;
  /** Runs commands that concern something outside the grid: the search box or the list of keys. */
  readonly onCommand: (command: Command) => void;
}

/** A grid of virtualized rows under a header row. One row is active: keys move it, and it is the tab stop of the grid. */
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
  // While scrolling, more rows pass before the next page arrives.
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
    // If the cell can't be changed, the focus is on the cell that shows the reason.
    cellElement(body.current, { id, column })?.focus();
    cells.handlers.open(id, column);
  };
  /** Activates a row and focuses it; with a column, focuses that cell of the row if it is ever editable. */
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
  // Memoized, because the grid renders often while scrolling.
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
 * Handles a click on a row: opens the record, or with Shift selects the range up to the row, or with Ctrl or Cmd selects or
 * deselects the row. A click on an editable cell only focuses the cell; a double click edits it.
 */
export function pressed(
  event: MouseEvent<HTMLElement>,
  record: WireRecord,
  { rows, actions, onOpen }: Pick<GridProps, 'rows' | 'actions' | 'onOpen'>,
): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  // React also bubbles events from overlays, which are not inside the row's element.
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
  // A click that ends a text selection does not open the record.
  if ((globalThis.getSelection()?.toString() ?? '') === '') onOpen(record);
}

/** Returns the rendered rows sorted by slot, so that scrolling moves no element in the DOM. */
const inSlots = (items: readonly VirtualItem[], records: readonly WireRecord[], slots: ReadonlyMap<string, number>) =>
  items
    .flatMap(({ index, start }) => {
      const record = records[index];
      return record === undefined ? [] : [{ slot: slots.get(record.id) ?? -1, record, index, start }];
    })
    .sort((one, other) => one.slot - other.slot);

/** Returns a record's keys in `busy`, joined by newlines: a string, so that memoized rows can compare it. */
export const busyOf = (busy: ReadonlySet<string>, id: string): string =>
  busy.size === 0 ? '' : [...busy].filter((key) => key.startsWith(`${id} `)).join('\n');

/**
 * On mount, scrolls to the remembered active row and focuses it, unless something in the page's content has the focus. After
 * a reload the focus does not move, because the person has not interacted with the page yet.
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

/**
 * Returns a function that focuses the element that `find` returns: at once, or after the next render if the element does not
 * exist yet. A later call replaces an earlier one.
 */
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
    // If the element is not rendered by the next frame, it does not exist.
    requestAnimationFrame(() => {
      if (wanted.current === find) wanted.current = null;
    });
  };
}

/**
 * Moves the focus to the active row if the focused row was removed. The focus does not move if the person had already left
 * the list.
 */
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
      // Whether the blur comes from the row's removal is known only after the removal.
      if (relatedTarget === null) requestAnimationFrame(leave);
      else leave();
    },
  };
}

/** Adjusts the scroll position when rows are added or removed above the active row, so that it stays where it is on screen. */
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
