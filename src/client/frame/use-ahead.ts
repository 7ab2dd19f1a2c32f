import { useEffect } from 'react';
import { useSettled } from '../api/use-settled.ts';
import { fetchIdly, type Load } from '../parts/idle.ts';
import { useView } from '../view/view.tsx';

/**
 * Once a screen is there with what it asked for, fetches the parts and screens that one goes on to from it, while
 * nothing else is to be done. Whoever is quicker waits for theirs. Not where somebody wants to save data.
 */
export function useAhead(): void {
  const { view } = useView();
  const isSettled = useSettled();
  useEffect(() => {
    if (!isSettled) return;
    const loads: Load[] = [async () => loads.push(...(await import('./ahead.ts')).aheadOf(view))];
    return fetchIdly(loads);
  }, [isSettled, view]);
}
