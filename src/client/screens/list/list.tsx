import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem, WireRecord } from '../../../engine/core/wire-format.ts';
import type { Density } from '../../../engine/query/saved-list-view.ts';
import { type ListQuery, recordsOf, useNextPage, usePage } from '../../api/queries.ts';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { useIdleLoad, useIsActive } from '../../components-base/load-when-idle.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import type { ListSearch } from '../../view/list-search.ts';
import { filtersForRequest, hasActiveFilter, withoutFilters } from '../../view/saved-filters.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { useLazyActions } from '../bulk-actions/use-lazy-actions.ts';
import { useRows } from '../bulk-actions/use-rows.ts';
import { sortKeys, turnedSort } from '../columns/sort.ts';
import type { ColumnsInHand } from '../columns/use-columns.ts';
import { isFilterProblem } from '../filters/filter-problem.ts';
import { Cards } from '../grid/cards.tsx';
import { Grid } from '../grid/grid.tsx';
import type { Command } from '../grid/keys.ts';
import { useRowHeight } from '../grid/media.ts';
import { FirstUse, NothingFound, Refused } from './lazy-states.tsx';
import { rememberedRow, rememberRow } from './remembered-row.ts';

const loadActions = () => import('../bulk-actions/list-actions.tsx');

const ListActions = lazyWithoutFallback(loadActions, 'ListActions');

/** The number of rows. If `atLeast` is set, there may be more. */
export interface Total {
  readonly count: number;
  readonly atLeast: boolean;
}

export interface ListProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly asked: ListSearch;
  readonly change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void;
  readonly columns: ColumnsInHand;
  /** The density of the saved view; null for the person's setting. */
  readonly density: Density | null;
  readonly isPhone: boolean;
  readonly create: ReactNode;
  readonly onCommand: (command: Command) => void;
  /** Reports the total, null if it is not known, and the problem with the filter, null if there is none. */
  readonly onAnswer: (total: Total | null, filterProblem: Problem | null) => void;
}

/** The rows of a list as a grid or as cards, or what is shown while they load, if there are none, or after an error. */
export function List(props: ListProps) {
  const { screen, entity, asked, change, columns, isPhone, onAnswer } = props;
  const { person, recordRoute, go, format } = useView();
  const { filter, q, sort } = asked;
  const filters = filtersForRequest(screen.filters, asked.filters);
  const query = useMemo<ListQuery>(() => ({ filter, q, sort, filters }), [filter, q, sort, filters]);
  const {
    data,
    error,
    isPlaceholderData,
    refetch,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError: hasFailedMore,
    fetchNextPage,
  } = usePage({ screen: screen.id }, query);
  const nextPage = useNextPage({ fetchNextPage, hasNextPage, isFetching, isFetchingNextPage });
  const records = useMemo(() => recordsOf(data), [data]);
  const question = JSON.stringify(query);
  const [remembered] = useState(() => rememberedRow(person?.id ?? '', screen.id, question));
  const rows = useRows(records, data !== undefined && !isPlaceholderData, remembered, question);
  const actions = useLazyActions(screen, entity);
  const active = records.find(({ id }) => id === rows.active) ?? null;

  const total = data?.pages[0]?.total ?? null;
  const matching =
    hasNextPage && total !== null
      ? { query: { filter, q, filters }, count: `${format.number(total.count, 0)}${total.atLeast ? '+' : ''}` }
      : null;
  const isCards = isPhone || screen.kind === 'list';
  const hasFetchedActions = useIdleLoad(loadActions, useIsActive(data !== undefined));
  const filterProblem = error !== null && isFilterProblem(error.problem, filter) ? error.problem : null;
  useEffect(() => onAnswer(total, filterProblem), [onAnswer, total, filterProblem]);
  useEffect(() => {
    if (rows.active !== null) rememberRow(person?.id ?? '', screen.id, { asked: question, row: rows.active });
  }, [person, screen.id, question, rows.active]);

  const more = useMemo(
    () => ({ isThere: hasNextPage && !hasFailedMore, isLoading: isFetchingNextPage, load: nextPage }),
    [hasNextPage, hasFailedMore, isFetchingNextPage, nextPage],
  );
  const own = screen.sort;
  const onSort = useCallback(
    (field: string, beside: boolean) => change({ sort: turnedSort(sort, own, field, beside) }, { replace: false }),
    [change, sort, own],
  );
  const open = (record: WireRecord, editing: string) => {
    const to = recordRoute(entity.name, record.id);
    if (to !== null) go(`${to}${editing}`);
  };

  const acts = (hasFetchedActions || actions.isWanted || rows.selected.length > 0) && (
    <ListActions
      screen={screen}
      entity={entity}
      rows={rows}
      active={active}
      matching={matching}
      isPhone={isPhone}
      isDrawn={records.length > 0}
      take={actions.take}
    />
  );

  // A problem with the filter is shown next to the filter.
  const told = error !== null && filterProblem === null && (
    <Refused {...props} problem={error.problem} retry={hasFailedMore ? nextPage : refetch} />
  );
  if (data === undefined) return <Stage acts={acts}>{error === null ? <Waiting /> : told}</Stage>;
  if (records.length === 0) {
    const isAsked = filter !== '' || q !== '' || hasActiveFilter(screen.filters, asked.filters);
    return (
      <Stage acts={acts}>
        {isAsked ? (
          <NothingFound
            clear={() => change({ filter: '', q: '', filters: withoutFilters(screen.filters, asked.filters) })}
          />
        ) : (
          <FirstUse screen={screen} entity={entity} action={props.create} />
        )}
      </Stage>
    );
  }
  const shared = {
    label: messages.list.rows({ name: screen.model.label }),
    records,
    columns: columns.columns,
    rows,
    actions,
    more,
  };
  return (
    <Stage acts={acts}>
      {!hasFailedMore && told}
      {isCards ? (
        <Cards {...shared} />
      ) : (
        <Dense
          {...shared}
          density={props.density}
          onResize={columns.resize}
          isInline={screen.inline}
          sort={sortKeys(sort, own)}
          onSort={onSort}
          total={total === null || total.atLeast ? null : Math.max(total.count, records.length)}
          onOpen={(record) => open(record, '')}
          onEdit={(record) => open(record, '?edit')}
          onCommand={props.onCommand}
        />
      )}
      {hasFailedMore && told}
    </Stage>
  );
}

/** Renders the actions at a fixed position in the tree, so that they keep their state when the content changes. */
function Stage({ acts, children }: { readonly acts: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      {children}
      {acts}
    </>
  );
}

/** The grid, with the row height of the saved view's density or else of the person's setting. */
function Dense({
  density,
  ...props
}: Omit<React.ComponentProps<typeof Grid>, 'rowHeight'> & Pick<ListProps, 'density'>) {
  return <Grid {...props} rowHeight={useRowHeight(density)} />;
}

/** A skeleton that is shown only if loading takes longer than 120 ms. */
export function Waiting() {
  const [isLong, setLong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setLong(true), 120);
    return () => clearTimeout(timer.current);
  }, []);
  return <div className="table-waiting">{isLong && <Skeleton rows={8} label={messages.list.loading} />}</div>;
}
