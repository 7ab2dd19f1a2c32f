import type { ViewLink } from '../../engine/view/view.ts';
import { useLocation } from '../platform/location.tsx';
import { matchRoute } from '../view/routes.ts';
import { useView } from '../view/view-context.tsx';
import { isList, listOf } from './list-of-page.ts';
import { trashEntityAt } from './trash-paths.ts';

/** Returns the list that the current page belongs to. Null on a list itself, and if there is none. */
export function useCurrentList(): ViewLink | null {
  const { view } = useView();
  const { path } = useLocation();
  const deleted = trashEntityAt(path);
  if (deleted !== null) return listOf(view, deleted, '');
  const screen = matchRoute(view.screens, path)?.screen;
  return screen === undefined || isList(screen) ? null : listOf(view, screen.entity, screen.route);
}
