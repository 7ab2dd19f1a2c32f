import { NO_GROUPS } from '../../../engine/query/saved-list-view.ts';
import type { EntityInView, ScreenInView } from '../../view/view-context.tsx';

export const INTERVALS = ['day', 'week', 'month', 'quarter', 'year'] as const;

type Interval = (typeof INTERVALS)[number];

/** Parses a grouping such as `month of dueOn`. The interval is `month` by default and null for fields without a date. */
export function partsOf(
  entity: EntityInView,
  by: string,
): { readonly field: string; readonly interval: Interval | null } {
  const match = entity.attributes.has(by) ? null : /^(day|week|month|quarter|year) of (.+)$/s.exec(by);
  const field = match?.[2] ?? by;
  const kind = entity.attributes.get(field)?.type.kind;
  const isTime = kind === 'date' || kind === 'date and time';
  return { field, interval: isTime ? ((match?.[1] as Interval | undefined) ?? 'month') : null };
}

/** Returns the address's value for a chosen grouping; empty if the document states the same one. */
export function groupText({ group }: ScreenInView, chosen: string | null): string {
  if (chosen === group) return '';
  return chosen ?? NO_GROUPS;
}
