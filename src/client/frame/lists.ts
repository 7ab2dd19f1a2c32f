import type { View, ViewLink } from '../../engine/view.ts';
import type { ScreenKind } from '../../model/model.ts';

/** The list of an entity in the navigation: that one, if it is one of them, else the only one. */
export function listOf(
  view: Pick<View, 'screens' | 'navigation'>,
  entity: string | null,
  last: string | null,
): ViewLink | null {
  const lists = new Set(
    view.screens.flatMap((screen) => (entity !== null && screen.entity === entity && isList(screen) ? screen.id : [])),
  );
  const links = view.navigation.filter((link) => lists.has(link.screen));
  return links.find((link) => link.screen === last) ?? (links.length === 1 ? (links[0] ?? null) : null);
}

/** Whether a screen shows many records. */
export const isList = ({ kind }: View['screens'][number]): boolean => LISTS.has(kind);

const LISTS: ReadonlySet<ScreenKind> = new Set(['table', 'list', 'calendar', 'board']);
