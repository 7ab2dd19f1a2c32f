import { ChevronRight } from 'lucide-react';
import type { WireGroup } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { Pill } from '../../components/pill.tsx';
import { messages } from '../../languages/messages.ts';
import { optionOf, shownText, toneOf } from '../../view/display-value.ts';
import { useView } from '../../view/view-context.tsx';
import type { Column } from '../columns/columns.ts';

/** Returns the label of a group: of its choice, as the server sent it, or the text for rows without a value. */
export function groupLabel(attribute: Attribute, { key, label }: WireGroup): string {
  if (key === null) return messages.groups.empty;
  return optionOf(attribute.type, key)?.label ?? label;
}

/** The content of a group's heading: an arrow, the group's value and the number of its rows. */
export function GroupName({ attribute, group }: { readonly attribute: Attribute; readonly group: WireGroup }) {
  const context = useView();
  const choice = group.key === null ? null : optionOf(attribute.type, group.key);
  return (
    <>
      <ChevronRight size={15} aria-hidden className="group-arrow" />
      {choice === null ? (
        <span className="group-label" data-empty={group.key === null || undefined}>
          {groupLabel(attribute, group)}
        </span>
      ) : (
        <Pill tone={toneOf(context, attribute, choice.name)}>{choice.label}</Pill>
      )}
      <span className="group-count">{context.format.number(group.rows, 0)}</span>
    </>
  );
}

/** Returns a function that formats a group's sum of a column. Its result is empty if the column has no sum. */
export function useSums(columns: readonly Column[], summed: readonly string[]) {
  const words = useView();
  return (group: WireGroup, column: string): string => {
    const at = summed.indexOf(column);
    const type = columns.find(({ name }) => name === column)?.attribute.type;
    return at === -1 || type === undefined ? '' : shownText(words, type, group.sums[at] ?? null);
  };
}
