import { useId } from 'react';
import { Select } from '../../components/select.tsx';
import { messages } from '../../languages/messages.ts';
import { attributeLabel } from '../../view/attribute-label.ts';
import type { ListSearch } from '../../view/search-text.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { groupText, INTERVALS, partsOf } from './group-parts.ts';

/** The grouping of a list and a function that changes it. */
export interface Grouping {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  /** Null if the list is not grouped. */
  readonly by: string | null;
  readonly change: (part: Partial<ListSearch>, options: { readonly replace: boolean }) => void;
}

/** Selects the field to group by and, for dates, the interval. */
export function GroupingChoice({ screen, entity, by, change }: Grouping) {
  const choose = (chosen: string | null) => change({ group: groupText(screen, chosen) }, { replace: false });
  const { format } = useView();
  const label = useId();
  const { field, interval } = by === null ? { field: null, interval: null } : partsOf(entity, by);
  const options = entity.groups.flatMap((name) => {
    const attribute = entity.attributes.get(name);
    return attribute === undefined ? [] : [{ id: name, label: attributeLabel(attribute, format.language) }];
  });
  if (options.length === 0) return null;
  return (
    <div className="group-choice">
      <span id={label}>{messages.groups.by}</span>
      <Select
        size="small"
        labelledBy={label}
        options={options}
        value={field}
        none={messages.groups.none}
        placeholder={messages.groups.none}
        onChange={choose}
      />
      {field !== null && interval !== null && (
        <Select
          size="small"
          label={messages.groups.interval}
          options={INTERVALS.map((id) => ({ id, label: messages.groups.intervals[id] }))}
          value={interval}
          onChange={(chosen) => choose(`${chosen ?? 'month'} of ${field}`)}
        />
      )}
    </div>
  );
}
