import { type CSSProperties, memo } from 'react';
import type { WireGroup } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Column } from '../columns/columns.ts';
import { GroupName } from './group-head.tsx';

interface GroupRowProps {
  readonly attribute: Attribute;
  readonly group: WireGroup;
  readonly id: string;
  readonly place: number;
  readonly top: number;
  readonly columns: readonly Column[];
  /** Whether rows have a cell with a checkbox before the columns. */
  readonly hasBox: boolean;
  /** Whether rows have a cell with actions after the columns. */
  readonly hasActions: boolean;
  readonly sumOf: (group: WireGroup, column: string) => string;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly isActive: boolean;
  readonly toggle: (group: WireGroup) => void;
  readonly focus: (group: WireGroup) => void;
}

/** The heading row of a group. It expands and collapses the group, and shows sums in the columns that are summed. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { attribute, group, columns, hasBox, sumOf, toggle } = props;
  const first = columns.findIndex(({ name }, index) => index > 0 && sumOf(group, name) !== '');
  const named = first === -1 ? columns.length : first;
  const before = hasBox ? 1 : 0;
  return (
    // The row handles Enter and Space. The grid handles the arrow keys.
    <div
      role="row"
      className="table-group"
      id={props.id}
      data-active={props.isActive || undefined}
      aria-level={1}
      aria-expanded={props.isOpen}
      aria-rowindex={props.place + 2}
      tabIndex={props.isTabStop ? 0 : -1}
      style={{ transform: `translateY(${props.top}px)` } as CSSProperties}
      onClick={() => toggle(group)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        toggle(group);
      }}
      onFocus={() => props.focus(group)}
    >
      <div
        role="gridcell"
        className="table-cell table-group-name"
        style={{ gridColumn: `1 / ${before + named + 1}` }}
        aria-colspan={before + named}
        data-element={attribute.id}
      >
        <GroupName attribute={attribute} group={group} />
      </div>
      {columns.slice(named).map(({ name, attribute: { id } }) => (
        <div key={name} role="gridcell" className="table-cell table-group-sum" data-numeric data-element={id}>
          <span className="value-number">{sumOf(group, name)}</span>
        </div>
      ))}
      {props.hasActions && <div role="gridcell" className="table-cell" />}
    </div>
  );
});
