import type { ViewFilter } from '../../engine/view/view.ts';

/** Returns which of a screen's filters are on. `asked`: the value in the address; empty for the defaults. */
export function activeFilters(filters: readonly ViewFilter[], stated: string): ReadonlySet<string> {
  if (stated === '') return new Set(filters.flatMap(({ name, on }) => (on ? name : [])));
  const names = new Set(stated.split(',').map(unescaped));
  return new Set(filters.flatMap(({ name }) => (names.has(name) ? name : [])));
}

/** Returns the value for the address after one filter is toggled; empty if all have their defaults. */
export function withFilterToggled(filters: readonly ViewFilter[], stated: string, name: string): string {
  const before = activeFilters(filters, stated);
  const isOn = (each: ViewFilter) => before.has(each.name) !== (each.name === name);
  if (filters.every((each) => isOn(each) === each.on)) return '';
  const names = filters.filter(isOn).map((each) => encodeURIComponent(each.name));
  return names.length === 0 ? ',' : names.join(',');
}

/** Returns the value to send to the server, without names that the screen no longer has. */
export function filtersForRequest(filters: readonly ViewFilter[], stated: string): string {
  if (stated === '' || filters.length === 0) return '';
  const names = [...activeFilters(filters, stated)].map(encodeURIComponent);
  return names.length === 0 ? ',' : names.join(',');
}

/** Returns the value for the address with all filters off; switches are unchanged. */
export function withoutFilters(filters: readonly ViewFilter[], stated: string): string {
  return filters
    .filter(({ kind, name }) => kind === 'filter' && activeFilters(filters, stated).has(name))
    .reduce((text, { name }) => withFilterToggled(filters, text, name), stated);
}

/** Whether a filter (not a switch) is on. */
export function hasActiveFilter(filters: readonly ViewFilter[], stated: string): boolean {
  const on = activeFilters(filters, stated);
  return filters.some(({ kind, name }) => kind === 'filter' && on.has(name));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
