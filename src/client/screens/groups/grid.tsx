import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WireGroup, WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { useView } from '../../view/view-context.tsx';
import { coverage } from '../bulk-actions/selection.ts';
import { useRenderedRows } from '../bulk-actions/use-rendered-rows.ts';
import { firstCell } from '../cells/cells.ts';
import { cellElement, columnAt, rowElement, useCells } from '../cells/use-cells.ts';
import { actionsWidth, widthsOf } from '../columns/columns.ts';
import { Head } from '../columns/head.tsx';
import {
  belowGrid,
  belowWithBar,
  boxWidth,
  busyOf,
  type GridProps,
  prefetchRows,
  pressed,
  useAnchor,
  useFocusOnceRendered,
  useRestoredFocus,
} from '../grid/grid.tsx';
import { leaveControl, moveInside, useListKeys } from '../grid/keyboard.ts';
import type { Command } from '../grid/keys.ts';
import { useRestOfWindow } from '../grid/media.ts';
import { Row, type RowHandlers } from '../grid/row.tsx';
import { useSums } from './group-head.tsx';
import { GroupRow } from './group-row.tsx';
import { groupId, type Item, standable, wantedAt } from './layout.ts';

interface GroupedGridProps extends Omit<GridProps, 'more' | 'total'> {
  readonly entity: string;
  readonly attribute: Attribute;
  readonly items: readonly Item[];
  /** Number of lines of the list, loaded or not. */
  readonly lines: number;
  /** Names of the summed columns, in the order of the groups' `sums`. */
  readonly summed: readonly string[];
  readonly toggle: (group: WireGroup) => void;
  readonly onWanted: (wanted: ReadonlyMap<string, number>) => void;
}

const headId = (id: string): string => `group-${id}`;

/** A virtualized grid of rows below the headings of their groups. Keys move through headings and rows. */
export function GroupedGrid(props: GroupedGridProps) {
  const { items, records, columns, rows, actions, rowHeight, isInline, onWanted, toggle } = props;
  const { recordRoute } = useView();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useRestOfWindow(scroller, rows.selection.ids.size > 0 ? belowWithBar : belowGrid);
  const cells = useCells(records, columns, body, isInline);
  const sumOf = useSums(columns, props.summed);
  // Id of the focused group heading, which takes precedence over the active row.
  const [head, setHead] = useState<string | null>(null);
  const places = useMemo(() => new Map(items.map(({ id }, index) => [id, index])), [items]);
  const atHead = head === null ? undefined : places.get(head);
  const activeIndex = atHead ?? places.get(rows.active ?? '') ?? -1;
  const openIndex = cells.opened === null ? -1 : (places.get(cells.opened.id) ?? -1);

  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const { virtual, scrollToIndex, screenful } = useRenderedRows(scroller, ids, rowHeight, activeIndex, openIndex);

  const drawn = virtual.getVirtualItems();
  const seen = virtual.range ?? { startIndex: 0, endIndex: 0 };
  const [from, to] = [seen.startIndex - prefetchRows, seen.endIndex + prefetchRows];
  useEffect(() => onWanted(wantedAt(items, from, to)), [onWanted, items, from, to]);
  useAnchor(scroller, items[activeIndex]?.id ?? null, activeIndex, rowHeight);
  const keepFocus = useRestoredFocus(body, rows.active);
  const focusOnceDrawn = useFocusOnceRendered();

  const goTo = (index: number, extend: boolean) => {
    const found = standable(items, activeIndex, index);
    // Scrolling to a row that is not loaded yet makes the list load it.
    scrollToIndex(items[index]?.kind === 'wait' ? index : found);
    const item = items[found];
    if (item === undefined || item.kind === 'wait') return;
    if (item.kind === 'group') {
      setHead(item.id);
      return focusOnceDrawn(() => document.getElementById(headId(item.id)));
    }
    const before = items[activeIndex];
    if (extend && before?.kind === 'row' && rows.selection.anchor === null) rows.select(before.id, false);
    if (extend) rows.select(item.id, true);
    const column = columnAt(document.activeElement);
    setHead(null);
    rows.activate(item.id);
    focusOnceDrawn(
      () =>
        (column === null ? null : cellElement(body.current, { id: item.id, column })) ??
        rowElement(body.current, item.id),
    );
  };
  const changeCell = (id: string, column: string) => {
    cellElement(body.current, { id, column })?.focus();
    cells.handlers.open(id, column);
  };
  const run = (command: Command) => {
    if (cells.isKeptHere()) {
      if (command.do === 'leave' || command.do === 'clear') cells.handlers.end({ move: 0, isHere: true });
      return;
    }
    const item = items[activeIndex];
    const record = item?.kind === 'row' ? item.record : undefined;
    switch (command.do) {
      case 'move':
        return goTo(command.to, command.extend);
      case 'inside': {
        // As in any tree, these keys expand or collapse a group and move between its rows and its heading.
        if (item?.kind === 'group') {
          if (item.isOpen !== (command.step === 1)) return toggle(item.group);
          if (command.step === 1) goTo(activeIndex + 1, false);
          return;
        }
        const isAtRow = document.activeElement?.matches('.table-row') === true;
        if (item !== undefined && isAtRow && command.step === -1)
          return goTo(places.get(`group ${item.group}`) ?? activeIndex, false);
        return moveInside(body.current, command.step);
      }
      case 'toggle':
        if (record !== undefined && actions.canSelect) rows.select(record.id, command.extend);
        return;
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
  useListKeys(body, { index: activeIndex, count: items.length, screenful }, run);

  const latest = useRef(props);
  latest.current = props;
  const { entity } = props;
  const handlers = useMemo<RowHandlers>(
    () => ({
      select: rows.select,
      raise: actions.raise,
      focus: (id) => {
        setHead(null);
        rows.activate(id);
      },
      routeOf: (id) => recordRoute(entity, id),
      press: (event, record: WireRecord) => pressed(event, record, latest.current),
    }),
    [rows.select, rows.activate, actions.raise, recordRoute, entity],
  );
  const focusHead = useCallback((group: WireGroup) => setHead(`group ${groupId(group)}`), []);

  const hasBox = actions.canSelect;
  const actionsAt = actionsWidth(actions.events.map(({ label }) => label));
  const boxAt = hasBox ? boxWidth : 0;
  const style = { '--table-row': `${rowHeight}px`, '--table-actions': `${actionsAt}px` } as CSSProperties;
  return (
    <div ref={scroller} className="table-scroll" style={style}>
      <div
        role="treegrid"
        className="table-grid"
        style={widthsOf(columns, boxAt, actionsAt) as CSSProperties}
        aria-label={props.label}
        aria-rowcount={props.lines + 1}
        aria-multiselectable={hasBox || undefined}
      >
        <Head
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
          widthsWith={(name, width) =>
            widthsOf(
              columns.map((column) => (column.name === name ? { ...column, width } : column)),
              boxAt,
              actionsAt,
            )
          }
          selection={hasBox ? { covers: coverage(rows.selection, rows.order), selectAll: rows.selectAll } : null}
          hasActions={hasBox}
        />
        <div
          ref={body}
          role="rowgroup"
          className="table-body"
          style={{ blockSize: virtual.getTotalSize() }}
          {...keepFocus}
        >
          {drawn.map(({ index, start, key }) => {
            const item = items[index];
            if (item === undefined) return null;
            if (item.kind === 'wait')
              return (
                <div
                  key={key}
                  className="table-wait"
                  aria-hidden
                  style={{ transform: `translateY(${start}px)` } as CSSProperties}
                >
                  <span className="skeleton-bar" />
                </div>
              );
            const isActive = index === activeIndex;
            const isTabStop = isActive || (activeIndex === -1 && index === 0);
            if (item.kind === 'group')
              return (
                <GroupRow
                  key={key}
                  id={headId(item.id)}
                  attribute={props.attribute}
                  group={item.group}
                  place={item.place}
                  top={start}
                  columns={columns}
                  hasBox={hasBox}
                  hasActions={actions.events.length > 0}
                  sumOf={sumOf}
                  isOpen={item.isOpen}
                  isTabStop={isTabStop}
                  isActive={isActive}
                  toggle={toggle}
                  focus={focusHead}
                />
              );
            const { record } = item;
            return (
              <Row
                key={key}
                record={record}
                index={item.place}
                level={2}
                top={start}
                columns={columns}
                events={actions.events}
                isSelected={rows.selection.ids.has(record.id)}
                isActive={isActive}
                isTabStop={isTabStop}
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
    </div>
  );
}
