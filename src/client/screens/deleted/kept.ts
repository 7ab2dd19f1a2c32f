import type { Model } from '../../../model/types/model.ts';

const DAY = 24 * 60 * 60 * 1000;
/** As long as the document says nothing else. */
const USUAL = 30 * DAY;

/** How many days deleted records are kept. */
export function keptDays({ limits }: Pick<Model, 'limits'>): number {
  const retention = limits.find(({ name }) => name === 'retention')?.value ?? USUAL;
  return Math.max(1, Math.round(retention / DAY));
}

/** Whole days until a moment, begun ones counted; 0 on the last day. */
export function daysUntil(until: number, now: number): number {
  return until - now < DAY ? 0 : Math.ceil((until - now) / DAY);
}
