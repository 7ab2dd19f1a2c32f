import { useId } from 'react';
import { Select } from '../../parts/select.tsx';
import { type EntityInView, useView } from '../../view/view.tsx';
import { attributeLabel } from '../table/filter-fields.ts';
import { INTERVALS, partsOf } from './parts.ts';
import { groupTexts } from './texts.ts';

/** What a list is grouped by, and how somebody chooses something else. */
export interface Grouping {
  readonly entity: EntityInView;
  /** Null: by nothing. */
  readonly by: string | null;
  readonly choose: (by: string | null) => void;
}

/** Offers the fields whose values rows stand under; of a date also what a group of it spans. */
export function GroupingChoice({ entity, by, choose }: Grouping) {
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
      <span id={label}>{groupTexts.by}</span>
      <Select
        size="small"
        labelledBy={label}
        options={options}
        value={field}
        none={groupTexts.none}
        placeholder={groupTexts.none}
        onChange={choose}
      />
      {field !== null && interval !== null && (
        <Select
          size="small"
          label={groupTexts.each}
          options={INTERVALS.map((id) => ({ id, label: groupTexts.intervals[id] }))}
          value={interval}
          onChange={(chosen) => choose(`${chosen ?? 'month'} of ${field}`)}
        />
      )}
    </div>
  );
}
