import type { View } from '../../../engine/view.ts';
import { pathOf } from '../../view/routes.ts';
import type { ViewContext } from '../../view/view.tsx';

/** The list that records of an entity are found in, with its label; null where the navigation has none. */
export function listOf(view: View, entity: string): { readonly href: string; readonly label: string } | null {
  const lists = new Set(
    view.screens
      .filter((screen) => screen.entity === entity && (screen.kind === 'table' || screen.kind === 'board'))
      .map(({ id }) => id),
  );
  const found = view.navigation.find(({ screen }) => lists.has(screen));
  return found === undefined ? null : { href: pathOf(found.route), label: found.label };
}

/** Where to go once a record is made: to itself, else to its list, else to the beginning. */
export function wayAfter({ view, recordRoute }: ViewContext, entity: string, id: string | null): string {
  const own = id === null ? null : recordRoute(entity, id);
  return own ?? listOf(view, entity)?.href ?? '/';
}
