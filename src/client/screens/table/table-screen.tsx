import { UnsentRows } from '../../offline/lazy-unsent-rows.ts';
import '../../styles/table.css';
import { Plus } from 'lucide-react';
import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../../engine/core/wire-format.ts';
import { useInitialRequestsSettled } from '../../api/use-settled.ts';
import { Link } from '../../components/link.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { lazyPreloaded, lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { useIdleLoad } from '../../components-base/load-when-idle.ts';
import { type Signal, useSignal, useSignalValue } from '../../components-base/signal.ts';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import type { ScreenProps } from '../../screen-parts/screen-props.ts';
import { ScreenSections } from '../../screen-parts/screen-sections.tsx';
import { nounFor } from '../../view/count-nouns.ts';
import { type ListSearch, useListSearch } from '../../view/list-search.ts';
import { usePageTitle } from '../../view/page-title.tsx';
import { filtersForRequest } from '../../view/saved-filters.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { type ColumnsInHand, useColumns } from '../columns/use-columns.ts';
import type { Filter } from '../filters/filter-model.ts';
import { hasConditions } from '../filters/filter-start.ts';
import { useFilter } from '../filters/use-filter.ts';
import type { Command } from '../grid/keys.ts';
import { usePhone } from '../grid/media.ts';
import { groupRequest } from '../grouping/group-request.ts';
import { NotSpecified } from '../list/lazy-states.tsx';
import { List, type ListProps, type Total, Waiting } from '../list/list.tsx';
import { SavedFilters } from '../list-parts/lazy-saved-filters.tsx';
import { type SavedViews, useSavedViews } from '../saved-views/use-saved-views.ts';
import { Toolbar } from './toolbar.tsx';

const loadViews = () => import('../saved-views/views.tsx');

const Views = lazyPreloaded(loadViews, 'Views');

const loadFiles = () => import('../list-parts/export-menu.tsx');

const FilesMenu = lazyPreloaded(loadFiles, 'FilesMenu');

const GroupedList = lazyPreloaded(() => import('../groups/list.tsx'), 'GroupedList');

const KeysDialog = lazyWithoutFallback(() => import('../grid/keys-dialog.tsx'), 'KeysDialog');

/** A screen of kind "table": a list with search, filters, sorting, grouping and keyboard control. */
export function TableScreen({ screen }: ScreenProps) {
  const { entity: entityOf } = useView();
  usePageTitle(screen.model.label);
  const entity = screen.entity === null ? null : entityOf(screen.entity);
  const isSpecified = entity !== null && screen.fields.length > 0;
  return isSpecified ? (
    <Table screen={screen} entity={entity} />
  ) : (
    <div className="page">
      <PageHeader title={screen.model.label} help={screen.model.help} element={screen.id} />
      <NotSpecified screen={screen} />
    </div>
  );
}

function Table({ screen, entity }: { readonly screen: ScreenInView; readonly entity: EntityInView }) {
  const context = useView();
  const [asked, change] = useListSearch();
  const counted = useSignal<Total | null>(null);
  const [filterProblem, setFilterProblem] = useState<Problem | null>(null);
  const [isHelp, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const isPhone = usePhone();
  const kept = useSavedViews(screen.id, asked, change);
  const { open, hasViews } = kept;
  const columns = useColumns(screen, entity, open === null ? null : { id: open.id, columns: open.state.columns });
  const filterOf = useMemo(() => ({ context, entity }), [context, entity]);
  const pushFilter = useCallback((filter: string) => change({ filter }), [change]);
  const [filter, setFilter] = useFilter(asked.filter, filterOf, pushFilter);
  const onAnswer = useCallback(
    (total: Total | null, problem: Problem | null) => {
      counted.set(total);
      setFilterProblem(problem);
    },
    [counted],
  );
  const create = <NewLink screen={screen} entity={entity} />;
  const by = groupRequest(screen, asked.group);
  const views = <ViewsLater screen={screen} kept={kept} asked={asked} change={change} columns={columns} />;
  const onCommand = (command: Command) => {
    if (command.do === 'search') search.current?.focus();
    if (command.do === 'help') setHelp(true);
  };
  const list = {
    screen,
    entity,
    asked,
    change,
    columns,
    density: open?.state.density ?? null,
    isPhone,
    create,
    onCommand,
    onAnswer,
  };
  return (
    <div className="page table-page">
      <PageHeader
        title={screen.model.label}
        element={screen.id}
        help={screen.model.help === '' ? undefined : <p data-element={screen.id}>{screen.model.help}</p>}
        extra={<Count counted={counted} entity={entity} />}
        actions={create}
      />
      <ScreenLinks screen={screen} />
      <ScreenSections screen={screen} />
      {context.view.offline && <UnsentRows entity={entity.name} />}
      {hasViews && views}
      <Toolbar
        entity={entity.name}
        noun={nounFor(entity.model, 2)}
        isPhone={isPhone}
        isSearchable={entity.searchable}
        q={asked.q}
        onSearch={(q) => change({ q })}
        search={search}
        hasFilters={entity.reads.some((name) => hasConditions(entity, name))}
        filter={filter}
        filterText={asked.filter}
        filterProblem={filterProblem}
        onFilter={(next: Filter) => setFilter(next)}
        onFilterText={(text) => change({ filter: text }, { replace: false })}
        columns={columns}
        grouping={screen.groups ? { screen, entity, by, change } : null}
        onHelp={() => setHelp(true)}
        files={
          <>
            {!hasViews && views}
            <FilesLater screen={screen} entity={entity} asked={asked} columns={columns} />
          </>
        }
      />
      <SavedFilters
        screen={screen}
        asked={asked.filters}
        onChange={(filters) => change({ filters }, { replace: false })}
      />
      {kept.isOpening ? (
        <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>
          {by === null ? <List {...list} /> : <GroupedList {...list} by={by} />}
        </Suspense>
      )}
      {isHelp && (
        <KeysDialog
          hasSearch={entity.searchable}
          hasSelection={screen.actions.length > 0 || entity.calls.delete !== null}
          isInline={screen.inline}
          onClose={() => setHelp(false)}
        />
      )}
    </div>
  );
}

/** Returns the query for the server from the address's state. */
const askedOf = ({ filters: own }: ScreenInView, { filter, q, sort, filters }: ListSearch) => ({
  filter,
  q,
  sort,
  filters: filtersForRequest(own, filters),
});

interface AroundProps {
  readonly screen: ScreenInView;
  readonly asked: ListSearch;
  readonly columns: ColumnsInHand;
}

/** Shows the saved views as tabs. Without views, it shows only the button to save one, after the initial requests. */
function ViewsLater({
  screen,
  kept,
  ...shared
}: AroundProps & { readonly kept: SavedViews; readonly change: ListProps['change'] }) {
  const { person } = useView();
  const isFetched = useIdleLoad(loadViews, useInitialRequestsSettled());
  const { views, hasViews } = kept;
  const space = hasViews ? viewsRow : viewsSpace;
  if (views === null || !(hasViews || isFetched)) return (hasViews || person !== null) && space;
  return (
    <Suspense fallback={space}>
      <Views {...shared} screen={screen.id} kept={kept} views={views} />
    </Suspense>
  );
}

/** Reserves the space of the button to save a view, so that nothing moves when it is rendered. */
const viewsSpace = <span className="views-space" />;

/** Reserves the row of the tabs. */
const viewsRow = <div className="views-space" />;

/** The buttons for export, import and deleted records. Until they are loaded, their space is reserved. */
function FilesLater({ screen, entity, asked, columns }: AroundProps & { readonly entity: EntityInView }) {
  if (useIdleLoad(loadFiles, useInitialRequestsSettled())) {
    const names = columns.columns.map(({ name }) => name);
    return <FilesMenu screen={screen} entity={entity} query={askedOf(screen, asked)} columns={names} />;
  }
  return (
    <>
      {(screen.exports || screen.imports) && iconSpace}
      {screen.trash && iconSpace}
    </>
  );
}

const iconSpace = <span className="icon-button" />;

/** The number of rows, as `3 claims` or `1,000+ claims`. Screen readers announce it when it changes. */
function Count({ counted, entity }: { readonly counted: Signal<Total | null>; readonly entity: EntityInView }) {
  const { format } = useView();
  const total = useSignalValue(counted);
  const words =
    total === null
      ? ''
      : `${format.number(total.count, 0)}${total.atLeast ? '+' : ''} ${nounFor(entity.model, total.count)}`;
  return (
    <span className="table-count" role="status" data-element={entity.model.id}>
      {words}
    </span>
  );
}

/** The link to the form that creates a record; nothing if the person may not create one. */
function NewLink({ screen, entity }: { readonly screen: ScreenInView; readonly entity: EntityInView }) {
  const { routeOf, screen: screenOf } = useView();
  const form = screen.form === null ? null : screenOf(screen.form);
  const to = form === null ? null : routeOf(form.id);
  if (form === null || to === null || !entity.mayCreate || form.route.includes('/:')) return null;
  return (
    <Link to={to} look="primary" icon={<Plus size={15} aria-hidden />} element={form.id}>
      {form.model.label}
    </Link>
  );
}
