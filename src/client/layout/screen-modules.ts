import type { ComponentType } from 'react';
import type { ScreenKind } from '../../model/types/screen-kinds.ts';
import type { ScreenProps } from '../screen-parts/screen-props.ts';

/** The module of a screen, and the name of the component in it. */
export interface ScreenModule {
  readonly load: () => Promise<unknown>;
  readonly component: string;
}

/** Checks that the module exports a screen under the name. */
const screen = <Name extends string>(
  load: () => Promise<{ readonly [name in Name]: ComponentType<ScreenProps> }>,
  component: Name,
): ScreenModule => ({ load, component });

const table = screen(() => import('../screens/table/table-screen.tsx'), 'TableScreen');
const page = screen(() => import('../screens/pages/page.tsx'), 'PageScreen');

/** What draws each kind of screen. */
export const screenModules: Readonly<Record<ScreenKind, ScreenModule>> = {
  table,
  list: table,
  page,
  redirect: page,
  'sign-in': page,
  calendar: screen(() => import('../screens/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  board: screen(() => import('../screens/board/board-screen.tsx'), 'BoardScreen'),
  record: screen(() => import('../screens/record/record-screen.tsx'), 'RecordScreen'),
  form: screen(() => import('../screens/form/form-screen.tsx'), 'FormScreen'),
  dashboard: screen(() => import('../screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
};
