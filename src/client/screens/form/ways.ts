import type { View } from '../../../engine/view/view.ts';
import { isList } from '../../frame/lists.ts';
import { parametersOf, pathOf } from '../../view/routes.ts';
import type { ViewContext } from '../../view/view.tsx';

/** The list that records of an entity are found in, with its label; null where the navigation has none. */
export function listOf(view: View, entity: string): { readonly href: string; readonly label: string } | null {
  const lists = new Set(
    view.screens.filter((screen) => screen.entity === entity && isList(screen)).map(({ id }) => id),
  );
  const found = view.navigation.find(({ screen }) => lists.has(screen));
  return found === undefined ? null : { href: pathOf(found.route), label: found.label };
}

/**
 * Where to go once a record is made: where the screen says, a parameter being the record; else to the record itself,
 * else to its list, else to the beginning.
 */
export function wayAfter(
  { view, recordRoute }: ViewContext,
  entity: string,
  id: string | null,
  next: string | null = null,
): string {
  const parameters = next === null ? [] : parametersOf(next);
  // Who may not read what they made has no record to go on with.
  if (next?.startsWith('/') && (id !== null || parameters.length === 0)) {
    return pathOf(next, Object.fromEntries(parameters.map((name) => [name, id ?? ''])));
  }
  const own = id === null ? null : recordRoute(entity, id);
  return own ?? listOf(view, entity)?.href ?? '/';
}
