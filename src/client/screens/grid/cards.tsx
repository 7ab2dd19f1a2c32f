import { memo, useEffect, useMemo, useRef } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewEvent } from '../../../engine/view/view.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';
import { fieldValue } from '../../view/display-value.ts';
import { Value } from '../../view/values.tsx';
import { useView } from '../../view/view-context.tsx';
import type { Column } from '../columns/columns.ts';
import { type CardFields, cardFields } from './card-fields.ts';
import type { GridProps } from './grid.tsx';
import { RowActions } from './row.tsx';
import '../../styles/cards.css';

type CardsProps = Pick<GridProps, 'label' | 'records' | 'columns' | 'rows' | 'actions' | 'more'>;

/** Renders the rows as cards, which scroll with the page. Loads more rows when the end of the list comes near. */
export function Cards({ label, records, columns, rows, actions, more }: CardsProps) {
  const { recordRoute } = useView();
  const fields = useMemo(() => cardFields(columns), [columns]);
  const title = columns.find(({ isTitle }) => isTitle) ?? null;
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!more.isThere || end.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && !more.isLoading && more.load(),
      {
        rootMargin: '600px',
      },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more]);
  return (
    <ul className="cards" aria-label={label}>
      {records.map((record) => (
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
          busy={[...actions.busy].filter((key) => key.startsWith(`${record.id} `)).join('\n')}
          to={recordRoute(record._.entity, record.id)}
        />
      ))}
      {more.isThere && (
        <li ref={end} className="table-more">
          <span role="status">{messages.list.loadingMore}</span>
        </li>
      )}
    </ul>
  );
}

interface CardProps {
  readonly record: WireRecord;
  readonly title: Column | null;
  readonly fields: CardFields;
  readonly events: readonly ViewEvent[];
  readonly canSelect: boolean;
  readonly isSelected: boolean;
  readonly select: (id: string, extend: boolean) => void;
  readonly raise: (event: ViewEvent, records: readonly WireRecord[]) => void;
  readonly busy: string;
  readonly to: string | null;
}

/** One record as a card. */
export const CardOf = memo(function CardOf(props: CardProps) {
  const { record, title, fields, events, canSelect, isSelected, select, raise, busy, to } = props;
  const { state, amount } = fields;
  const details = fields.details.filter(
    ({ name, attribute }) => attribute.type.kind !== 'object' || fieldValue(record, name) !== null,
  );
  return (
    <li className="row-card" data-selected={isSelected || undefined}>
      <div className="row-card-line">
        {canSelect && (
          <span className="row-card-box">
            <Checkbox
              checked={isSelected}
              onChange={() => select(record.id, false)}
              label={messages.list.select({ title: record._.title })}
            />
          </span>
        )}
        <span className="row-card-title" data-element={title?.attribute.id}>
          {to === null ? record._.title : <Link to={to}>{record._.title === '' ? record.id : record._.title}</Link>}
        </span>
        {amount !== null && (
          <span className="row-card-amount" data-element={amount.attribute.id}>
            <span className="reader-only">{`${amount.label}: `}</span>
            <Value attribute={amount.attribute} record={record} />
          </span>
        )}
      </div>
      {(state !== null || details.length > 0) && (
        <dl className="row-card-details">
          {[...(state === null ? [] : [state]), ...details].map(({ name, label, attribute }) => (
            <div key={name} data-element={attribute.id}>
              <dt className={state?.name === name ? 'reader-only' : undefined}>{label}</dt>
              <dd>
                <Value attribute={attribute} record={record} plain />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {events.length > 0 && (
        <div className="row-card-actions">
          <RowActions record={record} events={events} busy={busy} raise={raise} />
        </div>
      )}
    </li>
  );
});
