import type { View } from '../../../engine/view/view.ts';
import { isList } from '../../navigation/list-of-page.ts';
import { parametersOf, pathOf } from '../../view/routes.ts';
import type { ViewContext } from '../../view/view-context.tsx';

/** Returns the first list of an entity in the navigation; null if there is none. */
export function listScreenOf(view: View, entity: string): { readonly href: string; readonly label: string } | null {
  const lists = new Set(
    view.screens.filter((screen) => screen.entity === entity && isList(screen)).map(({ id }) => id),
  );
  const found = view.navigation.find(({ screen }) => lists.has(screen));
  return found === undefined ? null : { href: pathOf(found.route), label: found.label };
}

/**
 * Returns the route after a record was created: the screen's next route with the record's id for each parameter, else the
 * record, else its list, else the start page. `id` is null if the person may not read the record.
 */
export function routeAfterCreate(
  { view, recordRoute }: ViewContext,
  entity: string,
  id: string | null,
  next: string | null = null,
): string {
  const parameters = next === null ? [] : parametersOf(next);
  // Without a readable record there is no id for a parameter.
  if (next?.startsWith('/') && (id !== null || parameters.length === 0)) {
    return pathOf(next, Object.fromEntries(parameters.map((name) => [name, id ?? ''])));
  }
  const own = id === null ? null : recordRoute(entity, id);
  return own ?? listScreenOf(view, entity)?.href ?? '/';
}
