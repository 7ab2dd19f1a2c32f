import { useEffect } from 'react';
import { useSettled } from '../api/use-settled.ts';
import { fetchIdly, type Load, useGoesOn } from '../components-base/load-when-idle.ts';
import { useView } from '../view/view-context.tsx';

/**
 * Once a screen is there with what it asked for, and somebody goes on from it, fetches the parts and screens that one comes
 * to, while nothing else is to be done. Whoever is quicker waits for theirs. Not where somebody wants to save data.
 */
export function usePrefetch(): void {
  const { view } = useView();
  const goesOn = useGoesOn(useSettled());
  useEffect(() => {
    if (!goesOn) return;
    const loads: Load[] = [async () => loads.push(...(await import('./prefetch.ts')).prefetchFor(view))];
    return fetchIdly(loads);
  }, [goesOn, view]);
}
