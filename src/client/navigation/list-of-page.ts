import type { View, ViewLink } from '../../engine/view/view.ts';
import { listsRecords } from '../../model/types/screen-kinds.ts';

/**
 * Returns the list in the navigation that a page of an entity belongs to: the one with the longest route that is a
 * prefix of the page's route, else the first list of the entity. It does not depend on how the person got there.
 */
export function listOf(
  view: Pick<View, 'screens' | 'navigation'>,
  entity: string | null,
  route: string,
): ViewLink | null {
  const lists = new Set(
    view.screens.flatMap((screen) => (entity !== null && screen.entity === entity && isList(screen) ? screen.id : [])),
  );
  const links = view.navigation.filter((link) => lists.has(link.screen));
  const above = links.filter((link) => beginsWith(route, link.route));
  return above.toSorted((one, other) => other.route.length - one.route.length)[0] ?? links[0] ?? null;
}

const beginsWith = (route: string, start: string): boolean =>
  start === '/' || route === start || route.startsWith(`${start}/`);

/** Whether a screen shows many records. */
export const isList = (screen: View['screens'][number]): boolean => listsRecords(screen);
