import { ChartNoAxesColumn } from 'lucide-react';
import type { WireTile } from '../../../engine/core/wire-format.ts';
import { NOTHING_ASKED, usePage } from '../../api/queries.ts';
import { useTiles } from '../../api/records.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { savedAsked } from '../../view/saved-filters.ts';
import { ScreenLinks } from '../../view/screen-links.tsx';
import { ScreenSections } from '../../view/screen-sections.tsx';
import { useListSearch } from '../../view/search.ts';
import type { EntityInView, ScreenInView } from '../../view/view.tsx';
import { SavedFilters } from '../saved-filters-later.tsx';
import { ChartCard } from './chart-tile.tsx';
import { nameIn } from './figures.ts';
import { NumberCard } from './number-tile.tsx';
import { Refused } from './refused.tsx';
import { Rows } from './rows.tsx';
import { dashboardTexts } from './texts.ts';
import { type Counting, useCounting } from './use-counting.ts';

interface DashboardProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
}

/** Numbers, charts, and the records behind them. */
export function Dashboard({ screen, entity }: DashboardProps) {
  const { model } = screen;
  const [asked, change] = useListSearch();
  const filters = savedAsked(screen.filters, asked.filters);
  const { data, error, isPending, refetch } = useTiles(screen.id, filters);
  const pages = usePage({ screen: screen.id }, { ...NOTHING_ASKED, filters });
  const counting = useCounting(entity, pages.data?.pages[0]?.total);
  const tiles = data?.tiles ?? [];
  // Figures say how many records stand behind them: they come together.
  const isWaiting = error === null && (isPending || pages.isPending);
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
      {isStated && (counting.scope !== null || isWaiting) && (
        <p className="dashboard-scope">{counting.scope ?? NO_BREAK_SPACE}</p>
      )}
      {error !== null && <ProblemNote problem={error.problem} retry={refetch} />}
      {isWaiting && <Skeleton rows={4} />}
      {data !== undefined && !isStated && (
        <EmptyState
          title={dashboardTexts.notSpecified}
          text={dashboardTexts.notSpecifiedText}
          icon={<ChartNoAxesColumn size={24} />}
          element={screen.id}
        />
      )}
      {!isWaiting && (
        <>
          <Tiles screen={screen} tiles={tiles} counting={counting} />
          <Rows screen={screen} entity={entity} pages={pages} />
        </>
      )}
    </section>
  );
}

/** Of the height of what will stand there. */
const NO_BREAK_SPACE = '\u00a0';

interface TilesProps {
  readonly screen: ScreenInView;
  readonly tiles: readonly WireTile[];
  readonly counting: Counting;
}

/** In the order of the document: numbers, then charts. Those of which these roles know nothing else say why. */
function Tiles({ screen: { model, entity }, tiles, counting }: TilesProps) {
  const of = entity ?? '';
  const found = new Map(tiles.map((tile) => [tile.id, tile]));
  const known = new Set([...model.numbers, ...model.charts].map(({ id }) => id));
  const strange = tiles.filter(({ id, refusal }) => !known.has(id) && refusal !== undefined);
  const numbers = model.numbers.flatMap((each) => {
    const tile = found.get(each.id);
    return tile === undefined
      ? []
      : [<NumberCard key={each.id} tile={tile} model={each} entity={of} counting={counting} />];
  });
  const charts = model.charts.flatMap((each) => {
    const tile = found.get(each.id);
    return tile === undefined
      ? []
      : [<ChartCard key={each.id} tile={tile} model={each} entity={of} counting={counting} />];
  });
  return (
    <>
      {numbers.length + strange.length > 0 && (
        <div className="tiles">
          {numbers}
          {strange.map((tile) => (
            <StrangeTile key={tile.id} tile={tile} />
          ))}
        </div>
      )}
      {charts.length > 0 && <div className="charts">{charts}</div>}
    </>
  );
}

function StrangeTile({ tile: { id, refusal } }: { readonly tile: WireTile }) {
  if (refusal === undefined) return null;
  return (
    <div className="tile" data-element={id}>
      <h2 className="tile-label">{nameIn(id)}</h2>
      <Refused refusal={refusal} />
    </div>
  );
}
