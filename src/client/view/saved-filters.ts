import type { ViewFilter } from '../../engine/view/view.ts';

/** What of a screen's own filters is on. `asked` is what the address says; empty: as the screen opens. */
export function savedOn(filters: readonly ViewFilter[], asked: string): ReadonlySet<string> {
  if (asked === '') return new Set(filters.flatMap(({ name, on }) => (on ? name : [])));
  const names = new Set(asked.split(',').map(unescaped));
  return new Set(filters.flatMap(({ name }) => (names.has(name) ? name : [])));
}

/** What the address says once one of them is turned; empty where all stand as the screen opens. */
export function savedTurned(filters: readonly ViewFilter[], asked: string, name: string): string {
  const before = savedOn(filters, asked);
  const isOn = (each: ViewFilter) => before.has(each.name) !== (each.name === name);
  if (filters.every((each) => isOn(each) === each.on)) return '';
  const names = filters.filter(isOn).map((each) => encodeURIComponent(each.name));
  return names.length === 0 ? ',' : names.join(',');
}

/** The question that the server takes: names that the screen does not have any more are left out. */
export function savedAsked(filters: readonly ViewFilter[], asked: string): string {
  if (asked === '' || filters.length === 0) return '';
  const names = [...savedOn(filters, asked)].map(encodeURIComponent);
  return names.length === 0 ? ',' : names.join(',');
}

/** What the address says where none of them narrows; switches stay as they are. */
export function savedWide(filters: readonly ViewFilter[], asked: string): string {
  return filters
    .filter(({ kind, name }) => kind === 'filter' && savedOn(filters, asked).has(name))
    .reduce((text, { name }) => savedTurned(filters, text, name), asked);
}

/** Whether one of them narrows the list. */
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
