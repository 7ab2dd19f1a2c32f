import type { ViewLink } from '../../engine/view/view.ts';
import { deletedAt } from '../screens/deleted/paths.ts';
import { useLocation } from '../view/location.tsx';
import { matchRoute } from '../view/routes.ts';
import { useView } from '../view/view.tsx';
import { isList, listOf } from './lists.ts';

/** The list that the current page belongs to by its route. Null on a list itself, and where there is none. */
export function useList(): ViewLink | null {
  const { view } = useView();
  const { path } = useLocation();
  const deleted = deletedAt(path);
  if (deleted !== null) return listOf(view, deleted, '');
  const screen = matchRoute(view.screens, path)?.screen;
  return screen === undefined || isList(screen) ? null : listOf(view, screen.entity, screen.route);
}
