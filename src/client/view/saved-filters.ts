import type { ViewFilter } from '../../engine/view/view.ts';

/** Returns which of a screen's filters are on. `asked`: the value in the address; empty for the defaults. */
export function savedOn(filters: readonly ViewFilter[], asked: string): ReadonlySet<string> {
  if (asked === '') return new Set(filters.flatMap(({ name, on }) => (on ? name : [])));
  const names = new Set(asked.split(',').map(unescaped));
  return new Set(filters.flatMap(({ name }) => (names.has(name) ? name : [])));
}

/** Returns the value for the address after one filter is toggled; empty if all have their defaults. */
export function savedTurned(filters: readonly ViewFilter[], asked: string, name: string): string {
  const before = savedOn(filters, asked);
  const isOn = (each: ViewFilter) => before.has(each.name) !== (each.name === name);
  if (filters.every((each) => isOn(each) === each.on)) return '';
  const names = filters.filter(isOn).map((each) => encodeURIComponent(each.name));
  return names.length === 0 ? ',' : names.join(',');
}

/** Returns the value to send to the server, without names that the screen no longer has. */
export function savedFiltersIn(filters: readonly ViewFilter[], asked: string): string {
  if (asked === '' || filters.length === 0) return '';
  const names = [...savedOn(filters, asked)].map(encodeURIComponent);
  return names.length === 0 ? ',' : names.join(',');
}

/** Returns the value for the address with all filters off; switches are unchanged. */
export function savedWide(filters: readonly ViewFilter[], asked: string): string {
  return filters
    .filter(({ kind, name }) => kind === 'filter' && savedOn(filters, asked).has(name))
    .reduce((text, { name }) => savedTurned(filters, text, name), asked);
}

/** Whether a filter (not a switch) is on. */
export function isNarrowed(filters: readonly ViewFilter[], asked: string): boolean {
  const on = savedOn(filters, asked);
  return filters.some(({ kind, name }) => kind === 'filter' && on.has(name));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
