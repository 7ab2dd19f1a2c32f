import { Plus } from 'lucide-react';
import { useId } from 'react';
import type { WirePage, WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewRelated } from '../../../engine/view/view.ts';
import { recordsOf, useNextPage } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useRelated } from '../../data/related.ts';
import { messages } from '../../languages/messages.ts';
import { isNumeric } from '../../view/display-value.ts';
import { useLabelOf } from '../../view/labels.ts';
import { Value } from '../../view/values.tsx';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { listOfRelated, newRelated, relatedTitle } from './related-actions.ts';
import './related.css';

interface RelatedProps {
  readonly screen: ScreenInView;
  readonly record: WireRecord;
}

/** The related lists of a record: one for each readable field that refers to it. */
export function Related({ screen, record }: RelatedProps) {
  const { entity: entityOf } = useView();
  return screen.related.map((related) => {
    const entity = entityOf(related.entity);
    return entity && <RelatedList key={related.id} screen={screen} record={record} related={related} entity={entity} />;
  });
}

interface RelatedListProps extends RelatedProps {
  readonly related: ViewRelated;
  readonly entity: EntityInView;
}

function RelatedList({ screen, record, related, entity }: RelatedListProps) {
  const context = useView();
  const labelOf = useLabelOf();
  const heading = useId();
  const { data, error, refetch, ...pages } = useRelated(screen.id, related, record.id);
  const more = useNextPage(pages);
  const records = recordsOf(data);
  const total = data?.pages[0]?.total ?? null;
  const title = relatedTitle(context, screen, related, labelOf(related.id));
  const create = newRelated(context, related, record);
  const list = records.length === 0 ? null : listOfRelated(context, related, record);
  return (
    <div className="related">
      <div className="related-head">
        <h2 id={heading} data-element={related.id}>
          {title}
          {total !== null && <Count total={total} />}
        </h2>
        <span className="related-ways">
          {list !== null && <Link to={list}>{messages.record.asList}</Link>}
          {create !== null && (
            <Link to={create.to} icon={<Plus size={14} aria-hidden />} element={create.element}>
              {create.label}
            </Link>
          )}
        </span>
      </div>
      {error !== null && data === undefined && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={1} />}
      {records.length > 0 && <Rows heading={heading} entity={entity} related={related} records={records} />}
      {pages.hasNextPage && (
        <Button size="small" variant="quiet" onPress={more} busy={pages.isFetchingNextPage}>
          {messages.record.showMore}
        </Button>
      )}
      {pages.hasNextPage && (
        <p className="related-printed">
          {total === null
            ? messages.record.printed({ loaded: records.length })
            : messages.record.printedOf({
                loaded: records.length,
                all: `${total.count}${total.atLeast ? '+' : ''}`,
              })}
        </p>
      )}
    </div>
  );
}

function Count({ total: { count, atLeast } }: { readonly total: NonNullable<WirePage['total']> }) {
  const { format } = useView();
  return (
    <span className="related-count">
      {format.number(count, 0)}
      {atLeast && '+'}
    </span>
  );
}

interface RowsProps extends Pick<RelatedListProps, 'related' | 'entity'> {
  readonly heading: string;
  readonly records: readonly WireRecord[];
}

/** Makes the scrollable area focusable, so that it can be scrolled by keyboard. */
const focusable = { tabIndex: 0 } as const;

function Rows({ heading, entity, related, records }: RowsProps) {
  const { recordRoute } = useView();
  const labelOf = useLabelOf();
  const columns = related.columns.flatMap((name) => entity.attributes.get(name) ?? []);
  const titled = entity.title === null ? undefined : entity.attributes.get(entity.title);
  return (
    <section className="record-scroll" aria-labelledby={heading} {...focusable}>
      <table className="record-table">
        <thead>
          <tr>
            <th scope="col" data-element={titled?.id}>
              {labelOf((titled ?? entity.model).id)}
            </th>
            {columns.map(({ id, type }) => (
              <th key={id} scope="col" data-element={id} data-numeric={isNumeric(type) || undefined}>
                {labelOf(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((each) => {
            const to = recordRoute(entity.name, each.id);
            return (
              <tr key={each.id}>
                <th scope="row">{to === null ? each._.title : <Link to={to}>{each._.title}</Link>}</th>
                {columns.map((attribute) => (
                  <td
                    key={attribute.id}
                    data-numeric={isNumeric(attribute.type) || undefined}
                    data-element={attribute.id}
                  >
                    <Value attribute={attribute} record={each} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
