import { NO_GROUPS } from '../../../engine/query/saved-list-view.ts';
import type { ViewScreen } from '../../../engine/view/view.ts';

/** Returns what to group the rows by: the address's grouping, else the document's; null if the list is not grouped. */
export function groupRequest({ group, groups }: Pick<ViewScreen, 'group' | 'groups'>, asked: string): string | null {
  return !groups || asked === NO_GROUPS ? null : asked || group;
}
