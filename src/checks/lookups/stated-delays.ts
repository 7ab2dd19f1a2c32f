import type { Typed } from '../../expressions/types/typed.ts';

const DAY = 86_400_000;

/** Returns a stated duration in milliseconds, counting a month as 30 days; null if it is computed or not shown. */
export function millisecondsOf(typed: Typed): number | null {
  if (typed.op !== 'literal' && typed.op !== 'constant') return null;
  const { value } = typed;
  if (value === null || typeof value !== 'object' || !('months' in value)) return null;
  const { months, days, ms } = value;
  if (typeof months !== 'number' || typeof days !== 'number' || typeof ms !== 'number') return null;
  return (months * 30 + days) * DAY + ms;
}
