import type { Io } from '../program/command.ts';

/** How wide to write for a person: as the screen is, within what is easy to read; 80 where nobody knows. */
export function screenWidth({ columns, env }: Pick<Io, 'columns' | 'env'>): number {
  const available = columns ?? Number(env['COLUMNS'] ?? Number.NaN);
  return Number.isInteger(available) && available > 0 ? Math.min(Math.max(available, 40), 100) : 80;
}
