import { NO_GROUPS } from '../../../engine/list-state.ts';
import type { ScreenInView } from '../../view/view.tsx';

/** What the rows stand in groups by: as the address says, else as the document does; null: in none. */
export function groupAsked({ group, groups }: ScreenInView, asked: string): string | null {
  if (!groups || asked === NO_GROUPS) return null;
  return asked === '' ? group : asked;
}

/** What an address says of groups that were chosen: nothing where the document says the same. */
export function groupText({ group }: ScreenInView, chosen: string | null): string {
  if (chosen === group) return '';
  return chosen ?? NO_GROUPS;
}
