import type { ComponentType } from 'react';
import type { View } from '../../engine/view/view.ts';
import type { ScreenKind } from '../../model/types/model.ts';
import type { Load } from '../parts/idle.ts';
import { fetchPart, later } from '../parts/later.ts';
import { matchRoute } from '../view/routes.ts';
import type { ScreenProps } from '../view/screen-props.ts';
import { openedAt } from './home.ts';
import { screenLoads } from './screen-loads.ts';

interface Kind {
  readonly load: Load;
  readonly Screen: ComponentType<ScreenProps>;
}

const kind = <Part extends { readonly [name in Name]: ComponentType<ScreenProps> }, Name extends string>(
  load: () => Promise<Part>,
  name: Name & keyof Part,
): Kind => ({ load, Screen: later(load, name) as ComponentType<ScreenProps> });

const table = kind(screenLoads.table, 'TableScreen');
const page = kind(screenLoads.page, 'PageScreen');

/** What draws each kind of screen. An older page may meet one that it does not know. */
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
 * Loads what draws the screen at a path. Whoever waits for it before drawing anything spares people a picture of what is
 * loading, which React would leave standing for a third of a second.
 */
export async function loadScreen(view: View, path: string): Promise<void> {
  const opened = matchRoute(view.screens, openedAt(view, path))?.screen;
  const load = kinds[opened?.kind ?? '']?.load;
  // What can't be loaded is told where it is drawn.
  if (load !== undefined) await fetchPart(load).catch(() => undefined);
}
