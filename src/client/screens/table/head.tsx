import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from '../../parts/checkbox.tsx';
import { isNumeric } from '../../view/shown.ts';
import type { Column } from './columns.ts';
import type { coverage } from './selection.ts';
import { ariaSort, type SortKey } from './sort.ts';
import { tableTexts } from './texts.ts';

interface HeadProps {
  readonly columns: readonly Column[];
  readonly sort: readonly SortKey[];
  /** `beside`: keeps the other keys of the order. */
  readonly onSort: (field: string, beside: boolean) => void;
  /** Absent where there is nothing to choose rows for. */
  readonly selection: { readonly covers: ReturnType<typeof coverage>; readonly selectAll: () => void } | null;
  readonly hasActions: boolean;
}

/** The names of the columns, each a button that turns the order. */
export function Head({ columns, sort, onSort, selection, hasActions }: HeadProps) {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-row" aria-rowindex={1}>
        {selection !== null && (
          <div role="columnheader" className="table-cell table-box">
            <Checkbox
              checked={selection.covers === 'all'}
              mixed={selection.covers === 'some'}
              onChange={selection.selectAll}
              label={tableTexts.selectAll}
            />
          </div>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.name} column={column} sort={sort} onSort={onSort} />
        ))}
        {hasActions && (
          <div role="columnheader" className="table-cell table-actions">
            <span className="reader-only">{tableTexts.actions}</span>
          </div>
        )}
      </div>
    </div>
  );
}

function ColumnHead({ column, sort, onSort }: Pick<HeadProps, 'sort' | 'onSort'> & { readonly column: Column }) {
  const { name, label, attribute, isSortable } = column;
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
    </div>
  );
}
