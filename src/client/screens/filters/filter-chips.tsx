import { X } from 'lucide-react';
import { Fragment, Suspense } from 'react';
import { Flyout } from '../../components/flyout.tsx';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import type { FilterBarProps } from './filter-bar.tsx';
import { type Condition, type FilterField, removed, replaced, turned } from './filter-model.ts';
import { conditionWords } from './filter-words.ts';
import { useFilterFields } from './use-filter-fields.ts';
import '../../styles/table-tools.css';

const FilterEditor = lazyPreloaded(() => import('./filter-editor.tsx'), 'FilterEditor');

const { conditions } = messages.listTools;

interface FilterChipsProps extends FilterBarProps {
  /** The index of the condition whose editor is open; null if none is. */
  readonly open: number | null;
  readonly setOpen: (index: number | null) => void;
}

/** The conditions of a filter. A press on a condition opens its editor; a press on a join switches `and` and `or`. */
export function FilterChips({ entity, filter, onChange, open, setOpen }: FilterChipsProps) {
  const fields = useFilterFields(entity);
  return filter.conditions.map((condition, index) => (
    // Conditions have no id, so the index is part of the key.
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
  ));
}

/** The `and` or `or` after the condition at `index`. */
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
      aria-label={conditions.turn({ join })}
      onClick={() => onChange(turned(filter, index))}
    >
      {conditions.joins[join]}
    </button>
  );
}

interface ChipProps {
  readonly entity: string;
  readonly fields: ReadonlyMap<string, FilterField>;
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
        label={conditions.edit({ words })}
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
      <button type="button" className="chip-remove" aria-label={conditions.remove({ words })} onClick={onRemove}>
        <X size={13} aria-hidden />
      </button>
    </span>
  );
}
