import { ChartNoAxesColumn } from 'lucide-react';
import type { WireTile } from '../../../engine/core/wire-format.ts';
import { EMPTY_QUERY, usePage } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useTiles } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { ScreenLinks } from '../../screen-parts/screen-links.tsx';
import { ScreenSections } from '../../screen-parts/screen-sections.tsx';
import { useListSearch } from '../../view/list-search.ts';
import { filtersForRequest } from '../../view/saved-filters.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';
import { SavedFilters } from '../list-parts/lazy-saved-filters.tsx';
import { ChartCard } from './chart-tile.tsx';
import { type AddressOf, useDrillDown } from './drill-down.ts';
import { nameIn } from './figures.ts';
import { NumberCard } from './number-tile.tsx';
import { RefusedFigure } from './refused-figure.tsx';
import { SourceRecords } from './source-records.tsx';
import { type CountTexts, useCountTexts } from './use-count-texts.ts';

interface DashboardProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
}

/** Numbers, charts, and the records that they are computed from. */
export function Dashboard({ screen, entity }: DashboardProps) {
  const { model } = screen;
  const [asked, change] = useListSearch();
  const filters = filtersForRequest(screen.filters, asked.filters);
  const { data, error, isPending, refetch } = useTiles(screen.id, filters);
  const all = usePage({ screen: screen.id }, { ...EMPTY_QUERY, filters });
  const pages = usePage({ screen: screen.id }, { ...EMPTY_QUERY, filters, filter: asked.filter });
  const counting = useCountTexts(entity, all.data?.pages[0]?.total, data?.isPartial === true);
  const addressOf = useDrillDown(screen, asked.filters);
  const tiles = data?.tiles ?? [];
  // Figures name the number of records: both are shown together.
  const isWaiting = error === null && (isPending || all.isPending);
  const isStated = model.numbers.length + model.charts.length + tiles.length > 0;
  return (
    <section className="page dashboard">
      <PageHeader title={model.label} help={model.help} element={screen.id} />
      <ScreenLinks screen={screen} />
      <ScreenSections screen={screen} />
      <SavedFilters
        screen={screen}
        asked={asked.filters}
        onChange={(next) => change({ filters: next }, { replace: false })}
      />
      {isStated && counting.scope !== null && <p className="dashboard-scope">{counting.scope}</p>}
      {error !== null && <ProblemNote problem={error.problem} retry={refetch} />}
      {isWaiting && <Skeleton rows={4} />}
      {data !== undefined && !isStated && (
        <EmptyState
          title={messages.dashboard.notSpecified}
          text={messages.dashboard.notSpecifiedText}
          icon={<ChartNoAxesColumn size={24} />}
          element={screen.id}
        />
      )}
      {!isWaiting && (
        <>
          <Tiles screen={screen} tiles={tiles} counting={counting} addressOf={addressOf} />
          <SourceRecords
            screen={screen}
            entity={entity}
            pages={pages}
            showAll={asked.filter === '' ? null : () => change({ filter: '' }, { replace: false })}
          />
        </>
      )}
    </section>
  );
}

interface TilesProps {
  readonly screen: ScreenInView;
  readonly tiles: readonly WireTile[];
  readonly counting: CountTexts;
  readonly addressOf: AddressOf;
}

/** The tiles in document order: numbers, then charts. A tile that the view lacks is shown with its refusal. */
function Tiles({ screen: { model, entity }, tiles, counting, addressOf }: TilesProps) {
  const of = entity ?? '';
  const found = new Map(tiles.map((tile) => [tile.id, tile]));
  const known = new Set([...model.numbers, ...model.charts].map(({ id }) => id));
  const strange = tiles.filter(({ id, refusal }) => !known.has(id) && refusal !== undefined);
  const numbers = model.numbers.flatMap((each) => {
    const tile = found.get(each.id);
    return tile === undefined
      ? []
      : [<NumberCard key={each.id} tile={tile} model={each} entity={of} counting={counting} addressOf={addressOf} />];
  });
  const charts = model.charts.flatMap((each) => {
    const tile = found.get(each.id);
    return tile === undefined
      ? []
      : [<ChartCard key={each.id} tile={tile} model={each} entity={of} counting={counting} addressOf={addressOf} />];
  });
  return (
    <>
      {numbers.length + strange.length > 0 && (
        <div className="tiles">
          {numbers}
          {strange.map((tile) => (
            <RefusedTile key={tile.id} tile={tile} />
          ))}
        </div>
      )}
      {charts.length > 0 && <div className="charts">{charts}</div>}
    </>
  );
}

function RefusedTile({ tile: { id, refusal } }: { readonly tile: WireTile }) {
  if (refusal === undefined) return null;
  return (
    <div className="tile" data-element={id}>
      <h2 className="tile-label">{nameIn(id)}</h2>
      <RefusedFigure refusal={refusal} />
    </div>
  );
}
