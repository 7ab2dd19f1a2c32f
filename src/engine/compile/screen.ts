import { CONDITION } from '../../expressions/types/kinds.ts';
import { isDuration } from '../../fields/types/duration.ts';
import { recordParameter } from '../../model/lookups/call-record.ts';
import type { Screen } from '../../model/types/model.ts';
import { type CompileContext, type CompiledSavedFilter, compiledOf } from '../compiled/compiled-formula.ts';
import type { CompiledScreen } from '../compiled/compiled-model.ts';
import { supportsFilters } from './saved-filters.ts';

/** Compiles a screen with its conditions. */
export function compileScreen(screen: Screen, bare: Omit<CompileContext, 'entity'>): CompiledScreen {
  const filter =
    screen.filter === null ? null : compiledOf(screen.filter, CONDITION, { ...bare, entity: screen.entity });
  const about = screen.entity !== null && screen.route.includes(':') ? screen.entity : null;
  const menu = screen.menu?.when ?? null;
  return {
    screen,
    record: screen.entity === null ? null : recordParameter(screen.route, screen.entity),
    filter,
    unknown: screen.filter !== null && filter === null,
    guard: screen.guard === null ? null : compiledOf(screen.guard, CONDITION, { ...bare, entity: about }),
    menu: menu === null ? null : compiledOf(menu, CONDITION, { ...bare, entity: null }),
    refresh: refreshOf(screen, bare),
    saved: prepareSaved(screen, bare),
  };
}

/**
 * Returns the refresh interval in milliseconds: the screen's own, else the limit. Null if it is unknown or shorter than
 * a second.
 */
function refreshOf({ kind, refresh }: Screen, bare: Omit<CompileContext, 'entity'>): number | null {
  if (kind === 'form' || kind === 'page' || kind === 'redirect' || kind === 'sign-in') return null;
  const stated = refresh === null ? null : compiledOf(refresh, { t: 'duration' }, { ...bare, entity: null });
  const value = stated?.evaluate({ row: null, old: null, me: null, now: 0, find: () => null }) ?? null;
  const ms =
    refresh === null
      ? (bare.schema.model.limits.find(({ name }) => name === 'refresh')?.value ?? null)
      : isDuration(value)
        ? value.ms
        : null;
  return ms === null || ms < 1000 ? null : ms;
}

function prepareSaved(screen: Screen, bare: Omit<CompileContext, 'entity'>): CompiledSavedFilter[] {
  if (screen.entity === null || !supportsFilters(screen)) return [];
  return screen.filters.flatMap((saved) => {
    const filter =
      saved.filter === null ? null : compiledOf(saved.filter, CONDITION, { ...bare, entity: screen.entity });
    return filter === null || filter.unknown.length > 0 ? [] : [{ saved, filter }];
  });
}
