import { Plus, SquareKanban } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { startStatesOf } from '../../../model/lookups/schema.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Link } from '../../components/link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { messages } from '../../languages/messages.ts';
import { isList } from '../../navigation/list-of-page.ts';
import { UnsentRows } from '../../offline/lazy-unsent-rows.ts';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import { ScreenSections } from '../../screen-parts/screen-sections.tsx';
import { useListSearch } from '../../view/list-search.ts';
import { filtersForRequest, hasActiveFilter, withoutFilters } from '../../view/saved-filters.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { FilesMenu } from '../list-parts/export-menu.tsx';
import { SavedFilters } from '../list-parts/lazy-saved-filters.tsx';
import { useViewsOfList } from '../saved-views/use-views-of-list.tsx';
import { cardFields } from './card-fields.ts';
import { ChooseEvent } from './choose-event.tsx';
import { BoardColumn, type ColumnState } from './column.tsx';
import type { ColumnInfo } from './columns.ts';
import { Ghost } from './drop-target.tsx';
import { columnOf, movesByChange, movesByEvent, movesByState, settableBy } from './moves.ts';
import { useBoardColumns } from './use-board-columns.ts';
import { useBoardKeys, useFocusOnMove } from './use-board-keys.ts';
import { useDrag } from './use-drag.ts';
import { useJudgedMoves } from './use-judged-moves.ts';
import { useMoves } from './use-moves.ts';

const EventDialog = lazyWithoutFallback(() => import('../record/event-dialog.tsx'), 'EventDialog');

interface BoardProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly board: NonNullable<ScreenInView['board']>;
}

/** The columns of a board. Cards are moved by dragging, by keys and by the card's menu. */
export function Board({ screen, entity, board }: BoardProps) {
  const { view, schema, go, recordRoute } = useView();
  const container = useRef<HTMLElement>(null);
  const [search, changeSearch] = useListSearch();
  const views = useViewsOfList(screen.id, search, changeSearch, [
    ...(entity.searchable ? (['q'] as const) : []),
    ...(screen.filters.length > 0 ? (['filters'] as const) : []),
  ]);
  const [states, onState] = useStates();
  const machines = schema.entities.get(entity.name)?.machines ?? [];
  const machine = machines.find(({ name }) => name === board.field) ?? null;
  const loaded = useBoardColumns(entity, board);
  const { columns } = loaded;
  const moves = useMoves(screen, entity, { field: board.field, machine, machines, columns });
  const isChanged = entity.changeInputs.includes(board.field);
  const rejected = useJudgedMoves(entity.name, board.field, columns, machine === null && !loaded.isPending);
  const movesFor = (record: WireRecord) => {
    if (machine !== null) return movesByState(machine, board.columns, record);
    const all = isChanged
      ? movesByChange(board.field, columns, record)
      : movesByEvent(board.field, machines, columns, record);
    return rejected(record, all);
  };
  const drag = useDrag(container, (record, column) => {
    const move = movesFor(record).find((each) => each.column === column);
    if (move !== undefined) moves.move(record, move);
  });
  const onKeyDown = useBoardKeys(container);
  useFocusOnMove(container, [...moves.pending.keys()]);

  const { model } = screen;
  const stated = model.fields.map(({ name }) => name);
  const fields = cardFields(entity.attributes, screen.fields, { stated, except: [entity.title, board.field] });
  const dragged = drag.dragged;
  const landings = dragged === null ? null : movesFor(dragged.record);
  const own = dragged === null ? null : columnOf(dragged.record, board.field);
  const problem = loaded.problem ?? commonProblem(columns, states);
  const isEmpty =
    !loaded.isPending && loaded.more === null && columns.every(({ name }) => states.get(name)?.count === 0);
  const hasCards = columns.some(({ name }) => (states.get(name)?.count ?? 0) > 0);
  const { asking, choosing } = moves;
  // The help on keys is below the board, whose height depends on its cards: it is shown once every column is counted.
  const areCounted = !loaded.isPending && columns.every(({ name }) => (states.get(name)?.count ?? null) !== null);
  const isGiven = () =>
    machines.some((each) => each.transitions.some((transition) => settableBy(transition, board.field) !== null));
  const isMovable = machine !== null || isChanged || isGiven();
  const hasTable = view.screens.some((each) => each.kind !== 'board' && isList(each) && each.entity === entity.name);
  // If the entity also has a list, the button to create is shown only if a new record starts in one of these columns.
  const isMadeHere =
    !hasTable || (machine !== null && columns.some(({ name }) => name !== null && startStatesOf(machine).has(name)));
  return (
    <section className="page board-page" data-dragging={dragged !== null || undefined}>
      <PageHeader
        title={model.label}
        help={model.help}
        element={screen.id}
        actions={
          (views.button !== null ||
            entity.searchable ||
            screen.exports ||
            screen.imports ||
            (isMadeHere && screen.form !== null)) && (
            <>
              {views.button}
              <FilesMenu
                screen={screen}
                entity={entity}
                query={{
                  filter: '',
                  q: search.q,
                  sort: '',
                  filters: filtersForRequest(screen.filters, search.filters),
                }}
                columns={screen.fields}
              />
              {entity.searchable && (
                <SearchBox
                  value={search.q}
                  label={messages.board.search({ label: model.label })}
                  onChange={(q) => changeSearch({ q }, { replace: true })}
                />
              )}
              {isMadeHere && screen.form !== null && <Create screen={screen} entity={entity} />}
            </>
          )
        }
      />
      <ScreenLinks screen={screen} />
      <ScreenSections screen={screen} />
      {view.offline && <UnsentRows entity={entity.name} />}
      {views.tabs}
      <SavedFilters
        screen={screen}
        asked={search.filters}
        onChange={(filters) => changeSearch({ filters }, { replace: false })}
      />
      {problem !== null && (
        <ProblemNote problem={problem} retry={loaded.problem === null ? moves.refresh : loaded.refetch} />
      )}
      {(loaded.isPending || views.isOpening) && problem === null && <Skeleton rows={4} />}
      {isEmpty && (
        <Empty
          screen={screen}
          q={search.q}
          isNarrowed={hasActiveFilter(screen.filters, search.filters)}
          onClear={() =>
            changeSearch({ q: '', filters: withoutFilters(screen.filters, search.filters) }, { replace: true })
          }
        />
      )}
      <section
        ref={container}
        className="board"
        aria-label={messages.board.board({ label: model.label })}
        hidden={isEmpty || loaded.isPending || problem !== null}
        // Keys scroll a board whose columns have no card to focus.
        tabIndex={hasCards ? undefined : 0}
        onKeyDown={onKeyDown}
      >
        {(views.isOpening || loaded.isPending ? [] : columns).map((column) => (
          <BoardColumn
            key={column.name}
            screen={screen}
            entity={entity}
            field={board.field}
            column={column}
            q={search.q}
            filters={filtersForRequest(screen.filters, search.filters)}
            fields={fields}
            pending={moves.pending}
            movesFor={movesFor}
            drop={
              landings === null
                ? undefined
                : column.name === own
                  ? null
                  : (landings.find((move) => move.column === column.name) ?? null)
            }
            isOver={dragged !== null && dragged.over === column.name}
            draggedId={dragged?.record.id ?? null}
            onEvent={moves.raise}
            onMove={moves.move}
            onGrab={drag.start}
            onState={onState}
          />
        ))}
        {loaded.more !== null && (
          <div className="board-more-columns">
            <Button variant="quiet" busy={loaded.more.isLoading} onPress={loaded.more.load}>
              {messages.board.moreColumns}
            </Button>
          </div>
        )}
      </section>
      {isMovable && areCounted && !isEmpty && problem === null && <p className="board-keys">{messages.board.keys}</p>}
      {dragged !== null && (
        <Ghost
          ref={drag.ghost}
          dragged={dragged}
          fields={fields}
          move={landings?.find((move) => move.column === dragged.over) ?? null}
        />
      )}
      {choosing !== null && (
        <ChooseEvent
          record={choosing.record}
          move={choosing.move}
          onChoose={(offer) => moves.raise(choosing.record, offer, choosing.move.column)}
          onClose={moves.close}
        />
      )}
      {asking !== null && (
        <EventDialog
          screen={screen}
          entity={entity}
          record={asking.record}
          offer={asking.offer}
          onAdopt={moves.adoptRecord}
          onDone={(after) => moves.done(asking.record, asking.offer, after)}
          onEdit={() => go(recordRoute(entity.name, asking.record.id) ?? '/')}
          onClose={moves.close}
        />
      )}
    </section>
  );
}

/** Collects the state that each column reports. */
function useStates(): readonly [ReadonlyMap<string, ColumnState>, (column: string, state: ColumnState) => void] {
  const [states, setStates] = useState<ReadonlyMap<string, ColumnState>>(new Map());
  const onState = useCallback(
    (column: string, state: ColumnState) => setStates((now) => new Map([...now, [column, state]])),
    [],
  );
  return [states, onState];
}

/** Returns the problem that every column has, to be shown once; null if they differ or any column has none. */
function commonProblem(columns: readonly ColumnInfo[], states: ReadonlyMap<string, ColumnState>) {
  const problems = columns.map(({ name }) => states.get(name)?.problem ?? null);
  const [first = null] = problems;
  return problems.length > 0 && problems.every((problem) => problem !== null && problem.code === first?.code)
    ? first
    : null;
}

interface EmptyProps {
  readonly screen: ScreenInView;
  readonly q: string;
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

function Empty({ screen, q, isNarrowed, onClear }: EmptyProps) {
  if (q.trim() !== '' || isNarrowed) {
    return (
      <EmptyState
        title={messages.board.nothingFound}
        text={q.trim() === '' ? undefined : messages.board.nothingFoundText({ asked: q.trim() })}
        action={
          <Button onPress={onClear}>{isNarrowed ? messages.board.clearFilters : messages.board.clearSearch}</Button>
        }
      />
    );
  }
  const title = screen.model.whenEmpty ?? messages.board.empty;
  return <EmptyState title={title} icon={<SquareKanban size={24} />} element={screen.id} />;
}

function Create({ screen, entity }: Pick<BoardProps, 'screen' | 'entity'>) {
  const { routeOf, screen: screenOf } = useView();
  const form = screen.form === null ? null : screenOf(screen.form);
  const to = form === null ? null : routeOf(form.id);
  if (form === null || to === null || !entity.mayCreate) return null;
  return (
    <Link to={to} look="primary" icon={<Plus size={16} aria-hidden />} element={form.id}>
      {form.model.label}
    </Link>
  );
}
