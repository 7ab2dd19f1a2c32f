import { ListFilter, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Menu } from '../../parts/menu.tsx';
import type { Condition, Filter, FilterField } from './filter-model.ts';
import { added, isAskable, NO_FILTER } from './filter-start.ts';
import { tableTexts } from './texts.ts';

const FilterChips = lazy(() => import('./tools.ts').then((each) => ({ default: each.FilterChips })));

const { filters } = tableTexts;

export interface FilterBarProps {
  readonly entity: string;
  readonly fields: ReadonlyMap<string, FilterField>;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** The conditions of a list as chips, and the way to one more. */
export function FilterBar(props: FilterBarProps) {
  const { fields, filter, onChange } = props;
  const [open, setOpen] = useState<number | null>(null);
  const isEmpty = filter.conditions.length === 0;
  const add = (
    <AddFilter
      fields={fields}
      label={isEmpty ? filters.add : filters.addMore}
      isWide={isEmpty}
      onAdd={(condition) => {
        onChange(added(filter, condition));
        setOpen(filter.conditions.length);
      }}
    />
  );
  if (isEmpty) return add;
  return (
    // What stands behind the chips comes with them: it would move, and be missed by who presses it.
    <Suspense fallback={<span className="table-hint">{filters.reading}</span>}>
      <FilterChips {...props} open={open} setOpen={setOpen} />
      {add}
      <button type="button" className="filter-quiet" onClick={() => onChange(NO_FILTER)}>
        {filters.clear}
      </button>
    </Suspense>
  );
}

interface AddFilterProps {
  readonly fields: FilterBarProps['fields'];
  readonly label: string;
  /** Whether the label is drawn. */
  readonly isWide: boolean;
  readonly onAdd: (condition: Condition) => void;
}

/** Offers the fields that can be asked about. */
export function AddFilter({ fields, label, isWide, onAdd }: AddFilterProps) {
  const items = [...fields.values()].filter(isAskable).map((field) => ({
    id: field.id,
    label: field.label,
    element: field.id,
    onAction: () =>
      void import('./tools.ts').then(({ firstCondition }) => {
        const made = firstCondition(field);
        if (made !== null) onAdd(made);
      }),
  }));
  return (
    <Menu
      label={label}
      items={items}
      size="small"
      trigger={
        isWide ? (
          <>
            <ListFilter size={15} aria-hidden />
            <span className="button-text">{label}</span>
          </>
        ) : (
          <Plus size={15} aria-hidden />
        )
      }
    />
  );
}
