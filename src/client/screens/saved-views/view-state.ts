import type { ColumnsState, Density, ListState } from '../../../engine/query/saved-list-view.ts';
import type { ListSearch } from '../../view/search-text.ts';

export const NOTHING: ColumnsState = { hidden: [], added: [], order: [], widths: [] };

/** A list as it stands now, to be kept. */
export function stateOf(asked: ListSearch, columns: ColumnsState, density: Density | null): ListState {
  const { filter, q, sort, filters, group } = asked;
  return { filter, q, sort, filters, group, columns: sameColumns(columns, NOTHING) ? null : columns, density };
}

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
