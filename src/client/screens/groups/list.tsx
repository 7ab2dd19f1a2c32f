import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { WireGroup, WireRecord } from '../../../engine/core/wire-format.ts';
import { NO_GROUPS } from '../../../engine/query/saved-list-view.ts';
import type { ListQuery } from '../../api/queries.ts';
import type { ProblemError } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { lazyPreloaded } from '../../components-base/lazy-preloaded.ts';
import { useIdleLoad, useIsActive } from '../../components-base/load-when-idle.ts';
import { messages } from '../../languages/messages.ts';
import { useCommands } from '../../palette/command-registry.tsx';
import { attributeLabel } from '../../view/attribute-label.ts';
import { filtersForRequest, hasActiveFilter, withoutFilters } from '../../view/saved-filters.ts';
import { useView } from '../../view/view-context.tsx';
import { useLazyActions } from '../bulk-actions/use-lazy-actions.ts';
import { useRows } from '../bulk-actions/use-rows.ts';
import { sortKeys, turnedSort } from '../columns/sort.ts';
import { isFilterProblem } from '../filters/filter-problem.ts';
import { useRowHeight } from '../grid/media.ts';
import { partsOf } from '../grouping/group-parts.ts';
import { List, type ListProps, Waiting } from '../list/list.tsx';
import { rememberedRow, rememberRow } from '../list/remembered-row.ts';
import { FirstUse, NothingFound, Refused } from '../list/states.tsx';
import { GroupedCards } from './cards.tsx';
import { GroupedGrid } from './grid.tsx';
import { chunksOf, groupId, type Held, itemsOf, linesIn, sameWants } from './layout.ts';
import { useFolded } from './use-folded.ts';
import { type Grouped, RowsOfGroups, useGroups } from './use-groups.ts';
import '../../styles/groups.css';

const loadActions = () => import('../bulk-actions/list-actions.tsx');

const ListActions = lazyPreloaded(loadActions, 'ListActions');

/** Neighbouring groups with at most this many rows together are fetched in one request. */
const TOGETHER = 40;

const NONE: ReadonlyMap<string, Held> = new Map();
const NO_GROUP_YET: readonly WireGroup[] = [];

/** A list with rows below the headings of their groups. Only rows of expanded groups near the viewport are fetched. */
export function GroupedList({ by, ...props }: ListProps & { readonly by: string }) {
  const { screen, entity, asked, change, columns, isPhone, onAnswer } = props;
  const { person, recordRoute, go, format } = useView();
  const { field, interval } = partsOf(entity, by);
  const attribute = entity.attributes.get(field);
  const { filter, q, sort } = asked;
  const filters = filtersForRequest(screen.filters, asked.filters);
  const query = useMemo<ListQuery>(() => ({ filter, q, sort, filters }), [filter, q, sort, filters]);
  const grouped = useMemo<Grouped>(
    () => ({ screen: screen.id, entity: entity.name, query, by }),
    [screen.id, entity.name, query, by],
  );
  const question = JSON.stringify(grouped);
  const summed = useMemo(
    () => columns.columns.flatMap(({ name, attribute: { type } }) => (isSummed(type) ? [name] : [])),
    [columns.columns],
  );
  const { data, error, isPending, isPlaceholderData, refetch } = useGroups(grouped, summed);
  const groups = data?.groups ?? NO_GROUP_YET;
  const [folded, setFolded] = useFolded(person?.id ?? '', screen.id, by);
  const [{ held, of }, setHeld] = useState({ held: NONE, of: question });
  const now = of === question ? held : NONE;
  const onRows = useCallback(
    (rows: ReadonlyMap<string, Held>) =>
      setHeld((before) => ({
        held: new Map([...(before.of === question ? before.held : NONE), ...rows]),
        of: question,
      })),
    [question],
  );
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const onWanted = useCallback(
    (next: ReadonlyMap<string, number>) => setWanted((before) => (sameWants(before, next) ? before : next)),
    [],
  );
  const want = useCallback(
    (group: WireGroup, rows: number) =>
      setWanted((before) => {
        const id = groupId(group);
        return (before.get(id) ?? 0) >= rows ? before : new Map(before).set(id, rows);
      }),
    [],
  );
  const [problems, setProblems] = useState<ReadonlyMap<string, { error: ProblemError; retry: () => void }>>(new Map());
  const onProblem = useCallback(
    (chunk: string, problem: { error: ProblemError; retry: () => void } | null) =>
      setProblems((before) => {
        if (problem === null && !before.has(chunk)) return before;
        const next = new Map(before);
        if (problem === null) next.delete(chunk);
        else next.set(chunk, problem);
        return next;
      }),
    [],
  );

  const chunks = useMemo(() => chunksOf(groups, TOGETHER), [groups]);
  const items = useMemo(() => itemsOf(groups, folded, now), [groups, folded, now]);
  const records = useMemo(
    () => items.flatMap((item): readonly WireRecord[] => (item.kind === 'row' ? [item.record] : [])),
    [items],
  );
  const [remembered] = useState(() => rememberedRow(person?.id ?? '', screen.id, question));
  const rows = useRows(records, data !== undefined && !isPlaceholderData, remembered, question);
  const actions = useLazyActions(screen, entity);
  const hasFetchedActions = useIdleLoad(loadActions, useIsActive(data !== undefined));
  const active = records.find(({ id }) => id === rows.active) ?? null;
  useEffect(() => {
    if (rows.active !== null) rememberRow(person?.id ?? '', screen.id, { asked: question, row: rows.active });
  }, [person, screen.id, question, rows.active]);

  const count = groups.reduce((sum, group) => sum + group.rows, 0);
  const isGrouped = data !== undefined && !data.tooMany;
  const total = useMemo(() => (isGrouped ? { count, atLeast: false } : null), [isGrouped, count]);
  const filterProblem = error !== null && isFilterProblem(error.problem, filter) ? error.problem : null;
  const isList = data?.tooMany === true;
  useEffect(() => {
    if (!isList) onAnswer(total, filterProblem);
  }, [onAnswer, total, filterProblem, isList]);

  const toggle = useCallback(
    (group: WireGroup) =>
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(groupId(group))) next.add(groupId(group));
        return next;
      }),
    [setFolded],
  );
  const foldAll = () => setFolded(() => new Set(groups.map(groupId)));
  const unfoldAll = () => setFolded(() => new Set());
  const name = attribute === undefined ? field : attributeLabel(attribute, format.language);
  const label =
    interval === null
      ? name
      : messages.groups.perInterval({ field: name, interval: messages.groups.intervals[interval] });
  const withoutGroups = () => change({ group: NO_GROUPS }, { replace: false });
  useCommands({
    title: messages.groups.bar,
    commands: [
      { id: 'fold', label: messages.groups.collapseAll, refusal: null, run: foldAll },
      { id: 'unfold', label: messages.groups.expandAll, refusal: null, run: unfoldAll },
      { id: 'ungroup', label: messages.groups.notGrouped, refusal: null, run: withoutGroups },
    ],
  });
  const own = screen.sort;
  const onSort = useCallback(
    (name: string, beside: boolean) => change({ sort: turnedSort(sort, own, name, beside) }, { replace: false }),
    [change, sort, own],
  );

  if (data?.tooMany === true)
    return (
      <>
        <p className="group-note" role="status">
          {messages.groups.tooMany({ field: label })}
        </p>
        <List {...props} />
      </>
    );
  const matching = count > records.length ? { query: { filter, q, filters }, count: format.number(count, 0) } : null;
  const acts = (
    <Suspense fallback={null}>
      {(hasFetchedActions || actions.isWanted || rows.selected.length > 0) && (
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
      )}
    </Suspense>
  );
  const draw = () => {
    if (data === undefined || attribute === undefined) {
      if (filterProblem !== null) return null;
      if (error !== null || attribute === undefined)
        return (
          <>
            {error !== null && <Refused {...props} problem={error.problem} retry={refetch} />}
            <Button onPress={withoutGroups}>{messages.groups.notGrouped}</Button>
          </>
        );
      return isPending ? <Waiting /> : null;
    }
    if (groups.length === 0) {
      const isAsked = filter !== '' || q !== '' || hasActiveFilter(screen.filters, asked.filters);
      return isAsked ? (
        <NothingFound
          clear={() => change({ filter: '', q: '', filters: withoutFilters(screen.filters, asked.filters) })}
        />
      ) : (
        <FirstUse screen={screen} entity={entity} action={props.create} />
      );
    }
    const [problem] = problems.values();
    const open = (record: WireRecord, editing: string) => {
      const to = recordRoute(entity.name, record.id);
      if (to !== null) go(`${to}${editing}`);
    };
    const shared = {
      label: messages.list.rows({ name: screen.model.label }),
      columns: columns.columns,
      rows,
      actions,
      attribute,
      summed,
      toggle,
    };
    return (
      <>
        <div className="group-bar" role="group" aria-label={messages.groups.bar}>
          <span>{messages.groups.grouped({ field: label })}</span>
          <button type="button" className="filter-quiet" onClick={foldAll}>
            {messages.groups.collapseAll}
          </button>
          <button type="button" className="filter-quiet" onClick={unfoldAll}>
            {messages.groups.expandAll}
          </button>
        </div>
        {error !== null && filterProblem === null && <Refused {...props} problem={error.problem} retry={refetch} />}
        {problem !== undefined && <ProblemNote problem={problem.error.problem} retry={problem.retry} />}
        {!isPlaceholderData &&
          chunks.map((chunk) => {
            const near = chunk.groups.filter((group) => !folded.has(groupId(group)));
            const most = Math.max(0, ...near.map((group) => wanted.get(groupId(group)) ?? 0));
            if (most === 0) return null;
            return (
              <RowsOfGroups
                key={chunk.id}
                grouped={grouped}
                groups={near}
                wanted={near.length === 1 ? most : near.reduce((sum, group) => sum + group.rows, 0)}
                onRows={onRows}
                onProblem={onProblem}
              />
            );
          })}
        {isPhone || screen.kind === 'list' ? (
          <GroupedCards {...shared} groups={groups} folded={folded} held={now} want={want} />
        ) : (
          <Dense
            {...shared}
            density={props.density}
            entity={entity.name}
            records={records}
            items={items}
            lines={linesIn(groups, folded)}
            onWanted={onWanted}
            onResize={columns.resize}
            isInline={screen.inline}
            sort={sortKeys(sort, own)}
            onSort={onSort}
            onOpen={(record) => open(record, '')}
            onEdit={(record) => open(record, '?edit')}
            onCommand={props.onCommand}
          />
        )}
      </>
    );
  };
  return (
    <>
      {draw()}
      {acts}
    </>
  );
}

/** The grid, with the row height of the saved view's density or else of the person's setting. */
function Dense({
  density,
  ...props
}: Omit<React.ComponentProps<typeof GroupedGrid>, 'rowHeight'> & Pick<ListProps, 'density'>) {
  return <GroupedGrid {...props} rowHeight={useRowHeight(density)} />;
}

/** Whether values of a type can be summed: numbers, and amounts in one currency. */
const isSummed = (type: ListProps['columns']['columns'][number]['attribute']['type']): boolean =>
  type.kind === 'integer' || type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null);
