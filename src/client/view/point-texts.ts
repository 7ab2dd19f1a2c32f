import { POINT_TITLES, type Point } from '../../model/types/place.ts';
import { spoken, type Worded } from '../languages/spoken.ts';

/** What is counted of a point. */
export type CountedKind =
  | 'screen'
  | 'entity'
  | 'field'
  | 'machine'
  | 'transition'
  | 'rule'
  | 'role'
  | 'permission'
  | 'call'
  | 'error'
  | 'constant'
  | 'limit';

const many: Partial<Record<CountedKind, string>> = { entity: 'entities' };

/** What is said of the nine points themselves. */
export const english = {
  title: (point: Point): string => POINT_TITLES[point],
  /** What can't be decided while a point is not shown; `said` is that in English. */
  consequence: (_: Point, said: string): string => said,
  counted: (kind: CountedKind, count: number): string => `${count} ${count === 1 ? kind : (many[kind] ?? `${kind}s`)}`,
} as const;

export const pointTexts: Worded<typeof english> = spoken?.points ?? english;
