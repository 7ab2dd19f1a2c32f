import type { Io } from '../program/command.ts';

/** Returns the width of output for people: that of the screen within 40 to 100 characters; 80 if unknown. */
export function screenWidth({ columns, env }: Pick<Io, 'columns' | 'env'>): number {
  const available = columns ?? Number(env['COLUMNS'] ?? Number.NaN);
  return Number.isInteger(available) && available > 0 ? Math.min(Math.max(available, 40), 100) : 80;
}
