import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs work immediately or, while the pointer is pressed, after its release, so that nothing
 * moves under a click in progress.
 */
export function useAfterPress(): (work: () => void) => void {
  const isHeld = useRef(false);
  const waiting = useRef<readonly (() => void)[]>([]);
  useEffect(() => {
    const onDown = () => {
      isHeld.current = true;
    };
    const onUp = () => {
      isHeld.current = false;
      const works = waiting.current;
      waiting.current = [];
      // After the click event, which follows pointerup.
      if (works.length === 0) return;
      setTimeout(() => {
        for (const work of works) work();
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
    if (isHeld.current) waiting.current = [...waiting.current, work];
    else work();
  }, []);
}
