import type { Model } from '../../../model/types/model.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The default if the document states no retention. */
const DEFAULT_RETENTION = 30 * DAY;

/** Returns for how many days deleted records can be restored; at least 1. */
export function retentionDays({ limits }: Pick<Model, 'limits'>): number {
  const retention = limits.find(({ name }) => name === 'retention')?.value ?? DEFAULT_RETENTION;
  return Math.max(1, Math.round(retention / DAY));
}

/** Returns the days until an instant, rounded up; 0 on the last day. */
export function daysUntil(until: number, now: number): number {
  return until - now < DAY ? 0 : Math.ceil((until - now) / DAY);
}
