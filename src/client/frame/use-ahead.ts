import { useEffect } from 'react';
import { useSettled } from '../api/use-settled.ts';
import { fetchIdly, type Load, onSign } from '../parts/idle.ts';
import { useView } from '../view/view.tsx';

/** Whoever only looks is given so long, in milliseconds, before the machine is kept busy with what may come. */
const LOOKS_FOR = 3000;

/**
 * Once a screen is there with what it asked for, and with the first sign that somebody goes on from it, fetches the parts
 * and screens that one comes to, while nothing else is to be done. Whoever is quicker waits for theirs. Not where somebody wants to save data.
 */
export function useAhead(): void {
  const { view } = useView();
  const isSettled = useSettled();
  useEffect(() => {
    if (!isSettled) return;
    const loads: Load[] = [async () => loads.push(...(await import('./ahead.ts')).aheadOf(view))];
    let stop = (): void => undefined;
    const begin = () => {
      leave();
      stop = fetchIdly(loads);
    };
    const timer = setTimeout(begin, LOOKS_FOR);
    const unheard = onSign(begin);
    const leave = () => {
      clearTimeout(timer);
      unheard();
    };
    return () => {
      leave();
      stop();
    };
  }, [isSettled, view]);
}
