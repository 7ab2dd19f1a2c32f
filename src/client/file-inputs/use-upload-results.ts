import { useEffect, useRef, useState } from 'react';
import { haveArrived, type UnderWay } from './running-uploads.ts';

/** The uploads of a form's inputs, and a way to wait for them. */
export interface Arrivals {
  /** Value for `UnderWayContext` around the inputs. */
  readonly uploads: UnderWay;
  /**
   * Waits until all uploads ended and the inputs were re-rendered with them; calls `drawnWith` just before that render.
   * Resolves to false if an upload failed or was stopped, so that the form is not sent.
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
