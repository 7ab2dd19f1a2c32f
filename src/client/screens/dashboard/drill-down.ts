import type { WireTile } from '../../../engine/core/wire-format.ts';
import { withoutExclusions } from '../../screen-parts/without-exclusions.ts';
import { writeSearch } from '../../view/list-search.ts';
import { activeFilters } from '../../view/saved-filters.ts';
import { readSearch } from '../../view/search-text.ts';
import { type ScreenInView, useView } from '../../view/view-context.tsx';

/** Where the records behind the dashboard's figures are listed on the dashboard itself. */
export const SOURCE_RECORDS = 'behind';

/** Returns the address of the records behind a figure; null if no list can be filtered to them. */
export type AddressOf = (tile: WireTile, index: number) => string | null;

/**
 * Returns the addresses of the records behind figures: the list screen of the entity, or the list on the dashboard
 * itself where there is no list of all records, or where the dashboard's own filters apply. `filters`: those of the
 * dashboard, as in the address.
 */
export function useDrillDown(screen: ScreenInView, filters: string): AddressOf {
  const { routeOf, screen: screenOf } = useView();
  const own = routeOf(screen.id);
  const list = screen.list === null ? null : screenOf(screen.list);
  const listRoute = list === null ? null : routeOf(list.id);
  const active = activeFilters(screen.filters, filters);
  const isFiltered = screen.filters.some(({ kind, name }) => active.has(name) !== (kind === 'switch'));
  return ({ source }, index) => {
    const condition = source?.points[index];
    if (source === undefined || condition === undefined || condition === null) return null;
    if (list !== null && listRoute !== null && source.scope !== null && !isFiltered) {
      const parts = [source.scope, condition].filter((part) => part !== '');
      const filter = parts.length > 1 ? parts.map((part) => `(${part})`).join(' and ') : (parts[0] ?? '');
      return listRoute + writeSearch({ ...DEFAULTS, filter, filters: withoutExclusions(list.filters), saved: '-' });
    }
    return own === null ? null : own + writeSearch({ ...DEFAULTS, filter: condition, filters });
  };
}

const DEFAULTS = readSearch('');
