import { POINT_TITLES, type Point } from '../../model/types/element.ts';
import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** The kinds of elements that are counted for a point. */
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

/** Texts about the nine points. */
export const english = {
  title: (point: Point): string => POINT_TITLES[point],
  /** What can't be decided while a point is not shown. English repeats `said`; other languages translate it by point. */
  consequence: (_: Point, said: string): string => said,
  counted: (kind: CountedKind, count: number): string => `${count} ${count === 1 ? kind : (many[kind] ?? `${kind}s`)}`,
} as const;

export const pointTexts: Translated<typeof english> = inPageLanguage('points', english);
