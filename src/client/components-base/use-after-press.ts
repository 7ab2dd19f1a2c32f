import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs work immediately or, while the pointer is pressed, after its release, so that nothing
 * moves under a click in progress.
 */
export function useAfterPress(): (work: () => void) => void {
  const isHeld = useRef(false);
  const queue = useRef<readonly (() => void)[]>([]);
  useEffect(() => {
    const onDown = () => {
      isHeld.current = true;
    };
    const onUp = () => {
      isHeld.current = false;
      const queued = queue.current;
      queue.current = [];
      // After the click event, which follows pointerup.
      if (queued.length === 0) return;
      setTimeout(() => {
        for (const work of queued) work();
      });
    };
    document.addEventListener('pointerdown', onDown, true);
    document.addEventListener('pointerup', onUp, true);
    document.addEventListener('pointercancel', onUp, true);
    return () => {
      document.removeEventListener('pointerdown', onDown, true);
      document.removeEventListener('pointerup', onUp, true);
      document.removeEventListener('pointercancel', onUp, true);
    };
  }, []);
  return useCallback((work) => {
    if (isHeld.current) queue.current = [...queue.current, work];
    else work();
  }, []);
}
