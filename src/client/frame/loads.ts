import type { ComponentType } from 'react';
import type { View } from '../../engine/view.ts';
import type { ScreenKind } from '../../model/model.ts';
import { matchRoute } from '../view/routes.ts';
import type { ScreenProps } from '../view/screen-props.ts';
import { openedAt } from './home.ts';

type LoadScreen = () => Promise<{ readonly default: ComponentType<ScreenProps> }>;

const table: LoadScreen = () => import('../screens/table.tsx').then((each) => ({ default: each.TableScreen }));
const page: LoadScreen = () => import('../screens/page.tsx').then((each) => ({ default: each.PageScreen }));

/** What draws each kind of screen. */
export const loads: Readonly<Record<ScreenKind, LoadScreen>> = {
  table,
  list: table,
  calendar: () => import('../screens/calendar.tsx').then((each) => ({ default: each.CalendarScreen })),
  redirect: page,
  'sign-in': page,
  board: () => import('../screens/board.tsx').then((each) => ({ default: each.BoardScreen })),
  record: () => import('../screens/record.tsx').then((each) => ({ default: each.RecordScreen })),
  form: () => import('../screens/form.tsx').then((each) => ({ default: each.FormScreen })),
  dashboard: () => import('../screens/dashboard.tsx').then((each) => ({ default: each.DashboardScreen })),
  page,
};

/**
 * Loads what draws the screen at a path. Whoever waits for it before drawing anything spares people a picture of what is
 * loading, which React would leave standing for a third of a second.
 */
export async function loadScreen(view: View, path: string): Promise<void> {
  const kind = matchRoute(view.screens, openedAt(view, path))?.screen.kind;
  // What can't be loaded is told where it is drawn.
  if (kind !== undefined) await loads[kind]().catch(() => undefined);
}
