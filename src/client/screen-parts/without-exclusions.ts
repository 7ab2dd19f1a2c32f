import type { ViewFilter } from '../../engine/view/view.ts';

/** Returns the address parameter with which none of a list's saved filters excludes records. */
export function withoutExclusions(filters: readonly ViewFilter[]): string {
  const switches = filters.filter(({ kind }) => kind === 'switch').map(({ name }) => encodeURIComponent(name));
  return filters.length === 0 ? '' : switches.length === 0 ? ',' : switches.join(',');
}
