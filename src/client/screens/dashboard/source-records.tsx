import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WirePage, WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { textFormatKinds } from '../../../model/types/text-formats.ts';
import type { Kind } from '../../../model/types/types.ts';
import { recordsOf, useNextPage } from '../../api/queries.ts';
import type { ProblemError } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { fieldValue } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { Value } from '../../view/values.tsx';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { type CardFields, cardFields } from '../board/card-fields.ts';
import { SOURCE_RECORDS } from './drill-down.ts';

interface RowsProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly pages: UseInfiniteQueryResult<InfiniteData<WirePage>, ProblemError>;
  /** Set if only the records behind one figure are shown. */
  readonly showAll: (() => void) | null;
}

/** Number of rows shown initially, and added by each "more". */
const initialRows = 10;
const more = 25;

/** The records that a dashboard's figures are computed from, each with a link. */
export function SourceRecords({ screen, entity, pages, showAll }: RowsProps) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, refetch } = pages;
  const nextPage = useNextPage(pages);
  const stated = screen.model.fields.map(({ name }) => name);
  const fields = cardFields(entity.attributes, screen.fields, { stated, except: [entity.title] });
  const [shown, setShown] = useState(initialRows);
  const section = useRef<HTMLElement>(null);
  const isFiltered = showAll !== null;
  // The figure that was opened is above, possibly a screen away.
  useEffect(() => {
    if (isFiltered) section.current?.scrollIntoView({ block: 'start' });
  }, [isFiltered]);
  const records = recordsOf(data);
  const showMore = () => {
    if (records.length < shown + more && hasNextPage) nextPage();
    setShown(shown + more);
  };
  return (
    <section className="behind" aria-labelledby={SOURCE_RECORDS} ref={section}>
      <div className="behind-head">
        <h2 className="behind-title" id={SOURCE_RECORDS} data-element={entity.model.id}>
          {showAll === null ? messages.dashboard.rows : messages.dashboard.rowsOfFigure}
        </h2>
        {showAll !== null && (
          <Button size="small" variant="quiet" onPress={showAll}>
            {messages.dashboard.allRows}
          </Button>
        )}
      </div>
      {error !== null && <ProblemNote problem={error.problem} retry={refetch} />}
      {isPending && error === null && <Skeleton rows={3} />}
      {data !== undefined && records.length === 0 && (
        <EmptyState title={screen.model.whenEmpty ?? messages.dashboard.noRows} element={screen.id} />
      )}
      {records.length > 0 && (
        <ul className="behind-rows">
          {records.slice(0, shown).map((record) => (
            <Row key={record.id} record={record} entity={entity} fields={fields} />
          ))}
        </ul>
      )}
      {(hasNextPage || records.length > shown) && (
        <Button size="small" busy={isFetchingNextPage} onPress={showMore}>
          {messages.dashboard.moreRows}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  readonly record: WireRecord;
  readonly entity: EntityInView;
  readonly fields: CardFields;
}

function Row({ record, entity, fields: { figure, others } }: RowProps) {
  const { recordRoute } = useView();
  const to = recordRoute(entity.name, record.id);
  const element = entity.attributes.get(entity.title ?? '')?.id;
  const { title } = record._;
  return (
    <li className="behind-row">
      <span className="behind-name">
        {to === null ? (
          <span data-element={element}>{title}</span>
        ) : (
          <Link to={to} element={element}>
            {title}
          </Link>
        )}
      </span>
      <span className="behind-facts">
        {others.map((attribute) =>
          fieldValue(record, attribute.name) === null ? null : (
            <Fact key={attribute.name} attribute={attribute} record={record} />
          ),
        )}
      </span>
      {figure !== null && (
        <span className="behind-figure">
          <Fact attribute={figure} record={record} />
        </span>
      )}
    </li>
  );
}

/** Values of these kinds are shown without a visible label. */
const selfExplanatory: ReadonlySet<Kind> = new Set<Kind>([
  'reference',
  'references',
  'choice',
  'role',
  'text',
  ...textFormatKinds,
]);

function Fact({ attribute, record }: { readonly attribute: Attribute; readonly record: WireRecord }) {
  const labelOf = useLabelOf();
  return (
    <span className="behind-fact" data-element={attribute.id}>
      <span className={selfExplanatory.has(attribute.type.kind) ? 'reader-only' : 'behind-label'}>
        {labelOf(attribute.id)}
        <span className="reader-only">:</span>{' '}
      </span>
      <Value attribute={attribute} record={record} plain />
    </span>
  );
}
