import { ListFilter, Plus, X } from 'lucide-react';
import { Fragment, lazy, Suspense, useState } from 'react';
import { Flyout } from '../../parts/flyout.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useView } from '../../view/view.tsx';
import {
  added,
  type Condition,
  type Filter,
  type FilterField,
  firstCondition,
  NO_FILTER,
  operatorsFor,
  removed,
  replaced,
  turned,
} from './filter-model.ts';
import { conditionWords } from './filter-words.ts';
import { tableTexts } from './texts.ts';

const FilterEditor = lazy(() => import('./filter-editor.tsx').then((each) => ({ default: each.FilterEditor })));

const { filters } = tableTexts;

export interface FilterBarProps {
  readonly entity: string;
  readonly fields: ReadonlyMap<string, FilterField>;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** The conditions of a list as chips: a press on one changes it, a press on the word between two turns it. */
export function FilterBar({ entity, fields, filter, onChange }: FilterBarProps) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      {filter.conditions.map((condition, index) => (
        // A condition has no name but its place.
        <Fragment key={`${index} ${condition.field}`}>
          {index > 0 && <Turn filter={filter} index={index - 1} onChange={onChange} />}
          <Chip
            entity={entity}
            fields={fields}
            condition={condition}
            name={`filter-${index}`}
            isOpen={open === index}
            setOpen={(isOpen) => setOpen(isOpen ? index : null)}
            onChange={(next) => onChange(replaced(filter, index, next))}
            onRemove={() => onChange(removed(filter, index))}
          />
        </Fragment>
      ))}
      <AddFilter
        fields={fields}
        label={filter.conditions.length === 0 ? filters.add : filters.addMore}
        isWide={filter.conditions.length === 0}
        onAdd={(condition) => {
          onChange(added(filter, condition));
          setOpen(filter.conditions.length);
        }}
      />
      {filter.conditions.length > 0 && (
        <button type="button" className="filter-quiet" onClick={() => onChange(NO_FILTER)}>
          {filters.clear}
        </button>
      )}
    </>
  );
}

/** The word between two conditions. */
export function Turn({
  filter,
  index,
  onChange,
}: Pick<FilterBarProps, 'filter' | 'onChange'> & { readonly index: number }) {
  const join = filter.joins[index] ?? 'and';
  return (
    <button
      type="button"
      className="filter-join"
      data-join={join}
      aria-label={filters.turn(join)}
      onClick={() => onChange(turned(filter, index))}
    >
      {join}
    </button>
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
  const items = [...fields.values()]
    .filter((field) => operatorsFor(field).length > 0)
    .map((field) => ({
      id: field.id,
      label: field.label,
      element: field.id,
      onAction: () => {
        const made = firstCondition(field);
        if (made !== null) onAdd(made);
      },
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

interface ChipProps {
  readonly entity: string;
  readonly fields: FilterBarProps['fields'];
  readonly condition: Condition;
  readonly name: string;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function Chip({ entity, fields, condition, name, isOpen, setOpen, onChange, onRemove }: ChipProps) {
  const view = useView();
  const field = fields.get(condition.field);
  if (field === undefined) return null;
  const words = conditionWords(view, condition, field);
  return (
    <span className="chip" data-element={field.id}>
      <Flyout
        label={filters.edit(words)}
        isNamedByLabel
        className="chip-words"
        trigger={words}
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        <div className="filter-popover">
          <Suspense fallback={<Skeleton rows={3} />}>
            <FilterEditor
              entity={entity}
              fields={fields}
              condition={condition}
              onChange={onChange}
              name={name}
              autoFocus
            />
          </Suspense>
        </div>
      </Flyout>
      <button type="button" className="chip-remove" aria-label={filters.remove(words)} onClick={onRemove}>
        <X size={13} aria-hidden />
      </button>
    </span>
  );
}
