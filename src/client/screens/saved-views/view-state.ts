import type { ColumnsState, Density, ListState } from '../../../engine/query/saved-list-view.ts';
import type { ListSearch } from '../../view/search-text.ts';

/** The columns as the document states them. */
export const NOTHING: ColumnsState = { hidden: [], added: [], order: [], widths: [] };

/** Returns the state of a list, to be saved. `columns` is null if they are as the document states them. */
export function stateOf(asked: ListSearch, columns: ColumnsState, density: Density | null): ListState {
  const { filter, q, sort, filters, group } = asked;
  return { filter, q, sort, filters, group, columns: sameColumns(columns, NOTHING) ? null : columns, density };
}

/** Whether two states have the same query, columns and density. */
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
