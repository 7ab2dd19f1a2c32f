import { atLeisure } from '../components-base/load-when-idle.ts';

/** Fetched behind the list that it stands above. */
export const UnsentRows = atLeisure(() => import('./unsent-rows.tsx'), 'UnsentRows');
