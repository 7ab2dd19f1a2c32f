import { useRef } from 'react';
import type { ViewLink } from '../../engine/view.ts';
import { deletedAt } from '../screens/deleted/paths.ts';
import { useLocation } from '../view/location.tsx';
import { matchRoute } from '../view/routes.ts';
import { useView } from '../view/view.tsx';
import { isList, listOf } from './lists.ts';

/**
 * The list that the current page belongs to: that from which one came, else the only one of its entity. Null on a list
 * itself, and where nobody can say.
 */
export function useList(): ViewLink | null {
  const { view } = useView();
  const { path } = useLocation();
  const last = useRef<string | null>(null);
  const deleted = deletedAt(path);
  if (deleted !== null) return listOf(view, deleted, last.current);
  const screen = matchRoute(view.screens, path)?.screen;
  if (screen === undefined) return null;
  if (isList(screen)) {
    last.current = screen.id;
    return null;
  }
  return listOf(view, screen.entity, last.current);
}
