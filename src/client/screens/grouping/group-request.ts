import { NO_GROUPS } from '../../../engine/query/saved-list-view.ts';
import type { ViewScreen } from '../../../engine/view/view.ts';

/** What the rows stand in groups by: as the address says, else as the document does; null: in none. */
export function groupRequest({ group, groups }: Pick<ViewScreen, 'group' | 'groups'>, asked: string): string | null {
  return !groups || asked === NO_GROUPS ? null : asked || group;
}
