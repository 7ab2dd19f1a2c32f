import { lazyWhenIdle } from '../components-base/load-when-idle.ts';

/** Loaded after the list that it is shown above. */
export const UnsentRows = lazyWhenIdle(() => import('./unsent-rows.tsx'), 'UnsentRows');
