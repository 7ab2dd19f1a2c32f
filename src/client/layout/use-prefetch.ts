import { useEffect } from 'react';
import { useInitialRequestsSettled } from '../api/use-settled.ts';
import { type Load, loadWhenIdle, useIsActive } from '../components-base/load-when-idle.ts';
import { useView } from '../view/view-context.tsx';

/**
 * Prefetches modules and screens while the browser is idle, once the screen has its data and somebody uses the page.
 * Not if the browser asks to save data.
 */
export function usePrefetch(): void {
  const { view } = useView();
  const goesOn = useIsActive(useInitialRequestsSettled());
  useEffect(() => {
    if (!goesOn) return;
    const loads: Load[] = [async () => loads.push(...(await import('./prefetch.ts')).modulesToPrefetch(view))];
    return loadWhenIdle(loads);
  }, [goesOn, view]);
}
