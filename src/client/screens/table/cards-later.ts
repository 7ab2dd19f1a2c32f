import type { ScreenKind } from '../../../model/model.ts';
import { isNarrow } from './narrow.ts';

/** Rows as cards, which a table does not need. */
export const loadCards = () => import('./cards.tsx');

/** Whether a screen opens with cards on this page. */
export const opensWithCards = (kind: ScreenKind): boolean => kind === 'list' || (kind === 'table' && isNarrow());
