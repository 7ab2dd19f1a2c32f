import { useEffect } from 'react';
import { useSettled } from '../api/use-settled.ts';
import { fetchIdly } from '../parts/idle.ts';
import { useView } from '../view/view.tsx';

/**
 * Once a screen is there with what it asked for, fetches the parts and screens that one goes on to from it, while
 * nothing else is to be done. Whoever is quicker waits for theirs. Not where somebody wants to save data.
 */
export function useAhead(): void {
  const { view } = useView();
  const isSettled = useSettled();
  useEffect(() => {
    if (!isSettled || savesData()) return;
    let stop = (): void => undefined;
    let isLeft = false;
    const then = (next: () => () => void) => {
      if (!isLeft) stop = next();
    };
    const ahead = async () => {
      const { now, later } = (await import('./ahead.ts')).aheadOf(view);
      const wait = () => {
        const timer = setTimeout(() => then(() => fetchIdly(later)), staysFor);
        return () => clearTimeout(timer);
      };
      then(() => fetchIdly([...now, async () => then(wait)]));
    };
    stop = fetchIdly([ahead]);
    return () => {
      isLeft = true;
      stop();
    };
  }, [isSettled, view]);
}

/** Forms are large: they are fetched for whoever looks at a screen so long, in milliseconds. */
const staysFor = 2000;

const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
