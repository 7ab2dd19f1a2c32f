import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../../components/checkbox.tsx';
import { messages } from '../../languages/messages.ts';
import { isNumeric } from '../../view/display-value.ts';
import type { coverage } from '../bulk-actions/selection.ts';
import type { Column, Widths } from './columns.ts';
import { ariaSort, type SortKey } from './sort.ts';

/** Prefetched when the pointer enters the edge of a column header. */
const loadResizing = () => import('./resizing.ts');

interface HeadProps {
  readonly columns: readonly Column[];
  readonly sort: readonly SortKey[];
  /** `beside`: keeps the other sort keys. */
  readonly onSort: (field: string, beside: boolean) => void;
  readonly onResize: (column: string, width: number | null) => void;
  /** Returns the CSS widths of a row in which one column has the given width in px. */
  readonly widthsWith: (column: string, width: number) => Widths;
  /** Null if rows can't be selected. */
  readonly selection: { readonly covers: ReturnType<typeof coverage>; readonly selectAll: () => void } | null;
  readonly hasActions: boolean;
}

/** The header row of a list. Pressing a sortable column's header changes the sort order. */
export function Head({ columns, sort, onSort, onResize, widthsWith, selection, hasActions }: HeadProps) {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1}>
        {selection !== null && (
          <div role="columnheader" className="table-cell table-box">
            <Checkbox
              checked={selection.covers === 'all'}
              mixed={selection.covers === 'some'}
              onChange={selection.selectAll}
              label={messages.list.selectAll}
            />
          </div>
        )}
        {columns.map((column, index) => (
          <ColumnHead
            key={column.name}
            column={column}
            isFirst={columns[index - 1]?.section !== column.section}
            sort={sort}
            onSort={onSort}
            onResize={onResize}
            widthsWith={widthsWith}
          />
        ))}
        {hasActions && (
          <div role="columnheader" className="table-actions">
            <span className="reader-only">{messages.list.actions}</span>
          </div>
        )}
      </div>
    </div>
  );
}

function ColumnHead({
  column,
  isFirst,
  sort,
  onSort,
  onResize,
  widthsWith,
}: Pick<HeadProps, 'sort' | 'onSort' | 'onResize' | 'widthsWith'> & {
  readonly column: Column;
  /** Whether the column is the first of its section, so that its header shows the section's label. */
  readonly isFirst: boolean;
}) {
  const { name, attribute, isSortable, section } = column;
  const label = (
    <>
      {section !== undefined && <small className={isFirst ? 'table-section' : 'reader-only'}>{section} </small>}
      {column.label}
    </>
  );
  const direction = ariaSort(sort, name);
  const place = sort.findIndex(({ field }) => field === name);
  const Arrow = sort[place]?.descending === true ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      className="table-cell"
      data-element={attribute.id}
      data-numeric={isNumeric(attribute.type) || undefined}
      aria-sort={direction}
    >
      {isSortable ? (
        <button
          type="button"
          className="table-sort"
          data-sorted={place !== -1 || undefined}
          onClick={(event) => onSort(name, event.shiftKey)}
        >
          <span className="table-label">{label}</span>
          <Arrow size={12} aria-hidden className="table-arrow" />
          {place > 0 && (
            <span className="table-rank" aria-hidden>
              {place + 1}
            </span>
          )}
        </button>
      ) : (
        <span className="table-label">{label}</span>
      )}
      {/* Pointer only: the column settings have buttons for keyboard and screen reader users. */}
      <span
        className="table-edge"
        aria-hidden
        onPointerEnter={() => void loadResizing()}
        onPointerDown={(event) => {
          const { currentTarget, clientX, pointerId, button } = event;
          if (button !== 0) return;
          event.preventDefault();
          currentTarget.setPointerCapture(pointerId);
          void loadResizing().then(({ startResizing }) =>
            startResizing(currentTarget, clientX, {
              widths: (width) => widthsWith(name, width),
              onEnd: (width) => onResize(name, width),
            }),
          );
        }}
        onDoubleClick={() => onResize(name, null)}
      />
    </div>
  );
}
