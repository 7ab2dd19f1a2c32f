import { useEffect, useRef, useState } from 'react';
import { haveArrived, type UnderWay } from './running-uploads.ts';

/** Uploads of inputs, and a way to wait for them. */
export interface Arrivals {
  /** For `UnderWayContext`, around the inputs. */
  readonly uploads: UnderWay;
  /**
   * Until what is under way has arrived and what it was put into is drawn; `drawnWith` is called just before that. Resolves
   * to whether all of it arrived: where something failed or was stopped, nothing is to be sent.
   */
  readonly arrived: (drawnWith: () => void) => Promise<boolean>;
}

export function useArrivals(): Arrivals {
  const [uploads] = useState<UnderWay>(() => new Set());
  const [count, setCount] = useState(0);
  const drawn = useRef<(() => void) | null>(null);
  useEffect(() => {
    drawn.current?.();
    drawn.current = null;
  }, [count]);
  const arrived: Arrivals['arrived'] = async (drawnWith) => {
    const areThere = await haveArrived(uploads);
    await new Promise<void>((resolve) => {
      drawn.current = resolve;
      drawnWith();
      setCount((before) => before + 1);
    });
    return areThere;
  };
  return { uploads, arrived };
}
