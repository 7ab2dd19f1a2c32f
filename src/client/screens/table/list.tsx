import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem, WireRecord } from '../../../engine/wire.ts';
import { type ListQuery, recordsOf, usePage } from '../../api/queries.ts';
import { useCommands } from '../../palette/commands.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { isNarrowed, savedAsked, savedWide } from '../../view/saved-filters.ts';
import type { ListSearch } from '../../view/search.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { Cards } from './cards.tsx';
import { rowCommands } from './commands.ts';
import { isFilterProblem } from './filter-problem.ts';
import { Grid } from './grid.tsx';
import type { Command } from './keys.ts';
import { useRowHeight } from './media.ts';
import { rememberedRow, rememberRow } from './place.ts';
import { sortKeys, turnedSort } from './sort.ts';
import { FirstUse, NothingFound } from './states.tsx';
import { tableTexts } from './texts.ts';
import { useActions } from './use-actions.ts';
import type { ColumnsInHand } from './use-columns.ts';
import { useRows } from './use-rows.ts';

const AskDialog = lazy(() => import('./ask-dialog.tsx').then((each) => ({ default: each.AskDialog })));

const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx').then((each) => ({ default: each.OutcomeDialog })));

/** What is known of how many rows there are. */
export interface Total {
  readonly count: number;
  readonly atLeast: boolean;
}

interface ListProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly asked: ListSearch;
  readonly change: (part: Partial<ListSearch>, options?: { readonly replace?: boolean }) => void;
  readonly columns: ColumnsInHand;
  readonly isPhone: boolean;
  readonly create: React.ReactNode;
  readonly onCommand: (command: Command) => void;
  /** Tells the parts above it what came of the question. */
  readonly onAnswer: (total: Total | null, filterProblem: Problem | null) => void;
}

/** The rows themselves, in whatever state they are. */
export function List(props: ListProps) {
  const { screen, entity, asked, change, columns, isPhone, onAnswer } = props;
  const { person, recordRoute, go } = useView();
  const { filter, q, sort } = asked;
  const filters = savedAsked(screen.filters, asked.filters);
  const query = useMemo<ListQuery>(() => ({ filter, q, sort, filters }), [filter, q, sort, filters]);
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = usePage({ screen: screen.id }, query);
  const records = useMemo(() => recordsOf(data), [data]);
  const question = JSON.stringify(query);
  const [remembered] = useState(() => rememberedRow(person?.id ?? '', screen.id, question));
  const rows = useRows(records, data !== undefined && !isPlaceholderData, remembered);
  const actions = useActions(screen, entity, rows.unselect);
  const active = records.find(({ id }) => id === rows.active) ?? null;
  useCommands(rowCommands({ entity, actions, selected: rows.selected, active }));

  const total = data?.pages[0]?.total ?? null;
  const filterProblem = error !== null && isFilterProblem(error.problem, filter) ? error.problem : null;
  useEffect(() => onAnswer(total, filterProblem), [onAnswer, total, filterProblem]);
  useEffect(() => {
    if (rows.active !== null) rememberRow(person?.id ?? '', screen.id, { asked: question, row: rows.active });
  }, [person, screen.id, question, rows.active]);

  const hasFailedMore = isFetchNextPageError;
  const more = useMemo(
    () => ({ isThere: hasNextPage && !hasFailedMore, isLoading: isFetchingNextPage, load: () => void fetchNextPage() }),
    [hasNextPage, hasFailedMore, isFetchingNextPage, fetchNextPage],
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

  if (data === undefined) {
    if (filterProblem !== null) return null;
    if (error !== null) return <ProblemNote problem={error.problem} retry={() => void refetch()} />;
    return isPending ? <Waiting /> : null;
  }
  if (records.length === 0) {
    const isAsked = filter !== '' || q !== '' || isNarrowed(screen.filters, asked.filters);
    return isAsked ? (
      <NothingFound clear={() => change({ filter: '', q: '', filters: savedWide(screen.filters, asked.filters) })} />
    ) : (
      <FirstUse screen={screen} entity={entity} action={props.create} />
    );
  }
  const shared = { label: tableTexts.rows(screen.model.label), records, columns: columns.columns, rows, actions, more };
  return (
    <>
      {error !== null && !hasFailedMore && filterProblem === null && (
        <ProblemNote problem={error.problem} retry={() => void refetch()} />
      )}
      {isPhone || screen.kind === 'list' ? (
        <Cards {...shared} />
      ) : (
        <Dense
          {...shared}
          sort={sortKeys(sort, own)}
          onSort={onSort}
          total={total === null || total.atLeast ? null : Math.max(total.count, records.length)}
          onOpen={(record) => open(record, '')}
          onEdit={(record) => open(record, '?edit')}
          onCommand={props.onCommand}
        />
      )}
      {hasFailedMore && error !== null && <ProblemNote problem={error.problem} retry={() => void fetchNextPage()} />}
      {actions.canSelect && <BulkBar entity={entity} selected={rows.selected} actions={actions} clear={rows.clear} />}
      {actions.asking !== null && (
        <Suspense fallback={null}>
          <AskDialog
            screen={screen.id}
            entity={entity}
            asking={actions.asking}
            answer={actions.answer}
            onClose={actions.stopAsking}
          />
        </Suspense>
      )}
      {actions.outcome !== null && (
        <Suspense fallback={null}>
          <OutcomeDialog entity={entity.name} outcome={actions.outcome} onClose={actions.closeOutcome} />
        </Suspense>
      )}
    </>
  );
}

/** Rows as dense as the person chose. */
function Dense(props: Omit<React.ComponentProps<typeof Grid>, 'rowHeight'>) {
  return <Grid {...props} rowHeight={useRowHeight()} />;
}

/** A skeleton, but not for an answer that comes at once. */
function Waiting() {
  const [isLong, setLong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setLong(true), 120);
    return () => clearTimeout(timer.current);
  }, []);
  return <div className="table-waiting">{isLong && <Skeleton rows={8} label={tableTexts.loading} />}</div>;
}
