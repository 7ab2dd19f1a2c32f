import { Fragment, useEffect, useMemo, useRef } from 'react';
import type { WireGroup } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { messages } from '../../languages/messages.ts';
import { useLabelOf } from '../../view/labels.ts';
import { useView } from '../../view/view-context.tsx';
import { cardFields } from '../grid/card-fields.ts';
import { CardOf } from '../grid/cards.tsx';
import { busyOf, type GridProps } from '../grid/grid.tsx';
import { GroupName, groupLabel, useSums } from './group-head.tsx';
import { groupId, type Held } from './layout.ts';

interface GroupedCardsProps extends Pick<GridProps, 'label' | 'columns' | 'rows' | 'actions'> {
  readonly attribute: Attribute;
  readonly groups: readonly WireGroup[];
  readonly folded: ReadonlySet<string>;
  readonly held: ReadonlyMap<string, Held>;
  readonly summed: readonly string[];
  readonly toggle: (group: WireGroup) => void;
  /** Requests that at least `rows` rows of a group are loaded. */
  readonly want: (group: WireGroup, rows: number) => void;
}

/** A grouped list on a phone: one card per row below each group's heading. The page scrolls, not the list. */
export function GroupedCards(props: GroupedCardsProps) {
  const { attribute, columns, groups, folded, held, rows, actions, summed } = props;
  const { recordRoute } = useView();
  const labelOf = useLabelOf();
  const fields = useMemo(() => cardFields(columns), [columns]);
  const title = columns.find(({ isTitle }) => isTitle) ?? null;
  const sumOf = useSums(columns, summed);
  const seen = new Set<string>();
  return (
    <div className="group-cards" role="group" aria-label={props.label}>
      {groups.map((group) => {
        const id = groupId(group);
        const isOpen = !folded.has(id);
        const { records, isWhole } = held.get(id) ?? { records: [], isWhole: false };
        // A record that moves between two requests can be in two groups. It is shown in the first one only.
        const own = records.filter((record) => !seen.has(record.id) && seen.add(record.id));
        const sums = columns.flatMap(({ name, label }) => {
          const sum = sumOf(group, name);
          return sum === '' ? [] : [messages.groups.sum({ column: label, sum })];
        });
        return (
          <section key={id} className="group-section" aria-label={groupLabel(attribute, group)}>
            <h2 className="group-heading">
              <button
                type="button"
                className="group-toggle"
                aria-expanded={isOpen}
                data-element={attribute.id}
                onClick={() => props.toggle(group)}
              >
                <span className="reader-only">{labelOf(attribute.id)}: </span>
                <GroupName attribute={attribute} group={group} />
              </button>
            </h2>
            {sums.length > 0 && (
              <p className="group-sums">
                {sums.map((sum, index) => (
                  // Each sum is isolated, so that its text direction does not affect the others.
                  <Fragment key={sum}>
                    {index > 0 && ' · '}
                    <bdi>{sum}</bdi>
                  </Fragment>
                ))}
              </p>
            )}
            {isOpen && (
              <ul className="cards" aria-label={groupLabel(attribute, group)}>
                {own.map((record) => (
                  <CardOf
                    key={record.id}
                    record={record}
                    title={title}
                    fields={fields}
                    events={actions.events}
                    canSelect={actions.canSelect}
                    isSelected={rows.selection.ids.has(record.id)}
                    select={rows.select}
                    raise={actions.raise}
                    busy={busyOf(actions.busy, record.id)}
                    to={recordRoute(record._.entity, record.id)}
                  />
                ))}
                {!isWhole && <End key={own.length} reach={() => props.want(group, own.length + 1)} />}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** The list item after the loaded rows. Calls `reach` when it is within 600 px of the visible area. */
function End({ reach }: { readonly reach: () => void }) {
  const end = useRef<HTMLLIElement>(null);
  const latest = useRef(reach);
  latest.current = reach;
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && latest.current(), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={end} className="table-more">
      <span role="status">{messages.list.loadingMore}</span>
    </li>
  );
}
