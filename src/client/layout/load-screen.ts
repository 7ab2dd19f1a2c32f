import type { ComponentType } from 'react';
import type { View } from '../../engine/view/view.ts';
import type { ScreenKind } from '../../model/types/model.ts';
import { lazyPreloaded, loadModule } from '../components-base/lazy-preloaded.ts';
import type { Load } from '../components-base/load-when-idle.ts';
import { openedAt } from '../navigation/home.ts';
import type { ScreenProps } from '../screen-parts/screen-props.ts';
import { matchRoute } from '../view/routes.ts';
import { screenLoads } from './screen-modules.ts';

interface Kind {
  readonly load: Load;
  readonly Screen: ComponentType<ScreenProps>;
}

const kind = <Part extends { readonly [name in Name]: ComponentType<ScreenProps> }, Name extends string>(
  load: () => Promise<Part>,
  name: Name & keyof Part,
): Kind => ({ load, Screen: lazyPreloaded(load, name) as ComponentType<ScreenProps> });

const table = kind(screenLoads.table, 'TableScreen');
const page = kind(screenLoads.page, 'PageScreen');

/** The component of each kind of screen. A page from an older build may not know a newer kind. */
export const kinds: Readonly<Record<string, Kind | undefined>> = {
  table,
  list: table,
  calendar: kind(screenLoads.calendar, 'CalendarScreen'),
  redirect: page,
  'sign-in': page,
  board: kind(screenLoads.board, 'BoardScreen'),
  record: kind(screenLoads.record, 'RecordScreen'),
  form: kind(screenLoads.form, 'FormScreen'),
  dashboard: kind(screenLoads.dashboard, 'DashboardScreen'),
  page,
} satisfies Record<ScreenKind, Kind>;

/**
 * Loads the code of the screen at a path. Waiting for it before the first render avoids a fallback, which React would
 * keep on screen for at least 300 ms.
 */
export async function loadScreen(view: View, path: string): Promise<void> {
  const opened = matchRoute(view.screens, openedAt(view, path))?.screen;
  const load = kinds[opened?.kind ?? '']?.load;
  // The component reports a failed load when it renders.
  if (load !== undefined) await loadModule(load).catch(() => undefined);
}
