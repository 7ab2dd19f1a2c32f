import { X } from 'lucide-react';
import { Suspense } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { type Grouping, GroupingChoice } from '../grouping/grouping-choice.tsx';
import { AddFilter, type FilterBarProps } from './filter-bar.tsx';
import { Turn } from './filter-chips.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { added, NO_FILTER, removed, replaced } from './filter-model.ts';
import { conditionWords } from './filter-words.ts';
import { useFilterFields } from './use-filter-fields.ts';
import '../../styles/table-tools.css';

const { filters } = messages.list;
const { conditions } = messages.listTools;

/** The dialog that edits a filter on a phone, with one condition below the other. */
export function FilterSheet({
  entity,
  filter,
  grouping,
  onChange,
  onClose,
}: FilterBarProps & { readonly grouping: Grouping | null; readonly onClose: () => void }) {
  const view = useView();
  const fields = useFilterFields(entity);
  return (
    <Dialog
      title={conditions.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          {filter.conditions.length > 0 && (
            <Button variant="quiet" onPress={() => onChange(NO_FILTER)}>
              {filters.clear}
            </Button>
          )}
          <Button variant="primary" onPress={onClose}>
            {conditions.show}
          </Button>
        </>
      }
    >
      {grouping !== null && <GroupingChoice {...grouping} />}
      <ol className="filter-sheet">
        {filter.conditions.map((condition, index) => {
          const field = fields.get(condition.field);
          if (field === undefined) return null;
          return (
            <li key={`${index} ${condition.field}`}>
              {index > 0 && <Turn filter={filter} index={index - 1} onChange={onChange} />}
              <div className="filter-sheet-row">
                <Suspense fallback={<Skeleton rows={2} />}>
                  <FilterEditor
                    entity={entity}
                    fields={fields}
                    condition={condition}
                    onChange={(next) => onChange(replaced(filter, index, next))}
                    name={`filter-sheet-${index}`}
                  />
                </Suspense>
                <IconButton
                  label={conditions.remove({ words: conditionWords(view, condition, field) })}
                  icon={<X size={15} aria-hidden />}
                  onPress={() => onChange(removed(filter, index))}
                  size="small"
                />
              </div>
            </li>
          );
        })}
      </ol>
      <AddFilter
        entity={entity}
        label={filters.addMore}
        isWide
        onAdd={(condition) => onChange(added(filter, condition))}
      />
    </Dialog>
  );
}
