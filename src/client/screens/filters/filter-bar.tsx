import { ListFilter, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Menu } from '../../components/menu.tsx';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';
import type { Condition, Filter } from './filter-model.ts';
import { added, NO_FILTER } from './filter-start.ts';

const loadFields = () => import('./fields-list.tsx');

const FilterChips = lazyPreloaded(() => import('./filter-chips.tsx'), 'FilterChips');
const FieldsList = lazyPreloaded(loadFields, 'FieldsList');

const { filters } = messages.list;

export interface FilterBarProps {
  /** The name of the entity. */
  readonly entity: string;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** The conditions of a filter as chips, with buttons to add one and to clear all. */
export function FilterBar(props: FilterBarProps) {
  const { entity, filter, onChange } = props;
  const [open, setOpen] = useState<number | null>(null);
  const isEmpty = filter.conditions.length === 0;
  const add = (
    <AddFilter
      entity={entity}
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
    // The buttons after the chips appear together with them. Otherwise they would move just when they are pressed.
    <Suspense fallback={<span className="table-hint">{filters.reading}</span>}>
      <FilterChips {...props} open={open} setOpen={setOpen} />
      {add}
      <button type="button" className="filter-quiet" onClick={() => onChange(NO_FILTER)}>
        {filters.clear}
      </button>
    </Suspense>
  );
}

interface AddFilterProps extends Pick<FilterBarProps, 'entity'> {
  readonly label: string;
  /** Whether the label is visible. */
  readonly isWide: boolean;
  readonly onAdd: (condition: Condition) => void;
}

/** The menu of the fields to filter by. */
export function AddFilter({ entity, label, isWide, onAdd }: AddFilterProps) {
  return (
    <Menu
      label={label}
      items={(open) => <FieldsList {...open} entity={entity} onAdd={onAdd} />}
      prefetch={loadFields}
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
