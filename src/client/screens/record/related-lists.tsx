import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
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
import { listOfRelated, newRelated, relatedTitle, shownColumns } from './related-actions.ts';
import './related.css';

interface RelatedProps {
  readonly screen: ScreenInView;
  readonly record: WireRecord;
}

/** A related list with what was loaded of it. */
interface LoadedList {
  readonly related: ViewRelated;
  readonly entity: EntityInView;
  readonly query: ReturnType<typeof useRelated>;
}

/** The related lists of a record as tabs: one for each readable field by which some record refers to it. */
export function Related({ screen, record }: RelatedProps) {
  return <LoadLists screen={screen} record={record} rest={screen.related} loaded={[]} />;
}

interface LoadListsProps extends RelatedProps {
  readonly rest: readonly ViewRelated[];
  readonly loaded: readonly LoadedList[];
}

/** Loads one list after the other, as each needs a hook; the requests run at the same time. */
function LoadLists({ rest, ...props }: LoadListsProps) {
  const { entity: entityOf } = useView();
  const [first, ...others] = rest;
  if (first === undefined) return <LoadedLists {...props} />;
  const entity = entityOf(first.entity);
  if (entity === null) return <LoadLists {...props} rest={others} />;
  return <LoadList {...props} related={first} entity={entity} rest={others} />;
}

function LoadList({ related, entity, loaded, ...props }: LoadListsProps & Omit<LoadedList, 'query'>) {
  const query = useRelated(props.screen.id, related, props.record.id);
  return <LoadLists {...props} loaded={[...loaded, { related, entity, query }]} />;
}

function LoadedLists({ screen, record, loaded }: Omit<LoadListsProps, 'rest'>) {
  const context = useView();
  const labelOf = useLabelOf();
  if (loaded.some(({ query }) => query.data === undefined && query.error === null)) return <Skeleton rows={3} />;
  const titleOf = ({ related }: LoadedList) => relatedTitle(context, screen, related, labelOf(related.id));
  const shown = loaded.filter(({ query }) => query.data === undefined || recordsOf(query.data).length > 0);
  const empty = loaded.filter((list) => !shown.includes(list));
  return (
    <>
      {shown.length > 0 && (
        <Tabs className="related">
          <TabList className="related-tabs" aria-label={messages.record.related}>
            {shown.map((list) => (
              <Tab key={list.related.id} id={list.related.id} className="related-tab" data-element={list.related.id}>
                {titleOf(list)}
                <Count total={list.query.data?.pages[0]?.total ?? null} />
              </Tab>
            ))}
          </TabList>
          {shown.map((list) => (
            // All panels are in the page, as printing shows each of them.
            <TabPanel key={list.related.id} id={list.related.id} className="related-panel" shouldForceMount>
              <RelatedList list={list} title={titleOf(list)} record={record} />
            </TabPanel>
          ))}
        </Tabs>
      )}
      <Additions lists={empty} record={record} />
    </>
  );
}

/** Links to the forms that add the first record to lists that are empty. */
function Additions({ lists, record }: { readonly lists: readonly LoadedList[]; readonly record: WireRecord }) {
  const context = useView();
  const labelOf = useLabelOf();
  const forms = lists.flatMap(({ related }) => {
    const form = newRelated(context, related, record);
    return form === null ? [] : [{ ...form, id: related.id }];
  });
  if (forms.length === 0) return null;
  const isTwice = (label: string) => forms.filter((form) => form.label === label).length > 1;
  return (
    <div className="related-additions">
      {forms.map(({ id, to, label, element }) => (
        <Link key={id} to={to} look="button" icon={<Plus size={14} aria-hidden />} element={element}>
          {isTwice(label) ? `${label} · ${labelOf(id)}` : label}
        </Link>
      ))}
    </div>
  );
}

interface RelatedListProps {
  readonly list: LoadedList;
  readonly title: string;
  readonly record: WireRecord;
}

function RelatedList({ list: { related, entity, query }, title, record }: RelatedListProps) {
  const context = useView();
  const heading = useId();
  const { data, error, refetch, ...pages } = query;
  const more = useNextPage(pages);
  const records = recordsOf(data);
  const total = data?.pages[0]?.total ?? null;
  const create = newRelated(context, related, record);
  const list = records.length === 0 ? null : listOfRelated(context, related, record);
  return (
    <>
      <h2 id={heading} className="related-heading">
        {title}
      </h2>
      {error !== null && data === undefined && <ProblemNote problem={error.problem} retry={() => void refetch()} />}
      {records.length > 0 && <Rows heading={heading} entity={entity} related={related} records={records} />}
      <span className="related-ways">
        {pages.hasNextPage && (
          <Button size="small" variant="quiet" onPress={more} busy={pages.isFetchingNextPage}>
            {messages.record.showMore}
          </Button>
        )}
        {list !== null && <Link to={list}>{messages.record.asList}</Link>}
        {create !== null && (
          <Link to={create.to} icon={<Plus size={14} aria-hidden />} element={create.element}>
            {create.label}
          </Link>
        )}
      </span>
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
    </>
  );
}

function Count({ total }: { readonly total: WirePage['total'] }) {
  const { format } = useView();
  if (total === null) return null;
  return (
    <span className="related-count">
      {format.number(total.count, 0)}
      {total.atLeast && '+'}
    </span>
  );
}

interface RowsProps extends Pick<LoadedList, 'related' | 'entity'> {
  readonly heading: string;
  readonly records: readonly WireRecord[];
}

/** Makes the scrollable area focusable, so that it can be scrolled by keyboard. */
const focusable = { tabIndex: 0 } as const;

function Rows({ heading, entity, related, records }: RowsProps) {
  const { recordRoute } = useView();
  const labelOf = useLabelOf();
  const { first, others } = shownColumns(entity, related);
  return (
    <section className="record-scroll" aria-labelledby={heading} {...focusable}>
      <table className="record-table">
        <thead>
          <tr>
            <th scope="col" data-element={first?.id}>
              {labelOf((first ?? entity.model).id)}
            </th>
            {others.map(({ id, type }) => (
              <th key={id} scope="col" data-element={id} data-numeric={isNumeric(type) || undefined}>
                {labelOf(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((each) => {
            const to = recordRoute(entity.name, each.id);
            const text =
              first === null || first.name === entity.title ? (
                each._.title
              ) : (
                <Value attribute={first} record={each} plain />
              );
            return (
              <tr key={each.id}>
                <th scope="row">{to === null ? text : <Link to={to}>{text}</Link>}</th>
                {others.map((attribute) => (
                  <td
                    key={attribute.id}
                    data-numeric={isNumeric(attribute.type) || undefined}
                    data-element={attribute.id}
                  >
                    <Value attribute={attribute} record={each} plain={attribute.type.kind === 'object'} />
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
