import { atLeisure } from '../parts/idle.ts';

/** Fetched behind the list that it stands above. */
export const UnsentRows = atLeisure(() => import('./unsent-rows.tsx'), 'UnsentRows');
