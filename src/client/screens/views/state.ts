import type { ColumnsState, Density, ListState, WireListView } from '../../../engine/list-state.ts';
import type { ListSearch } from '../../view/search-text.ts';

/** In the address where no kept list is open, and none is to open by itself. */
export const NONE = '-';

const NOTHING: ColumnsState = { hidden: [], added: [], order: [], widths: [] };

/** A list as it stands now, to be kept. */
export function stateOf(asked: ListSearch, columns: ColumnsState, density: Density | null): ListState {
  const { filter, q, sort, filters, group } = asked;
  return { filter, q, sort, filters, group, columns: sameColumns(columns, NOTHING) ? null : columns, density };
}

/** What the address says where a kept list is opened; null: the list as the document states it. */
export function searchFor(view: WireListView | null): Partial<ListSearch> {
  if (view === null) return { filter: '', q: '', sort: '', filters: '', group: '', saved: NONE };
  const { filter, q, sort, filters, group } = view.state;
  return { filter, q, sort, filters, group, saved: view.id };
}

/** Whether an address asks nothing at all: then the list opens with what the person chose. */
export const isBare = ({ filter, q, sort, filters, group, saved }: ListSearch): boolean =>
  [filter, q, sort, filters, group, saved].every((part) => part === '');

/** Whether both ask the same and look the same. */
export function sameState(one: ListState, other: ListState): boolean {
  const asks = ({ filter, q, sort, filters, group, density }: ListState) =>
    JSON.stringify([filter.trim(), q.trim(), sort, filters, group, density]);
  return asks(one) === asks(other) && sameColumns(one.columns ?? NOTHING, other.columns ?? NOTHING);
}

function sameColumns(one: ColumnsState, other: ColumnsState): boolean {
  const text = ({ hidden, added, order, widths }: ColumnsState) =>
    JSON.stringify([[...hidden].sort(), added, order, [...widths].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return text(one) === text(other);
}
