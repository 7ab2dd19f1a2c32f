import { useCallback, useEffect, useRef } from 'react';

/**
 * Gives a way to do something at once or, while the pointer is held down, once it is let go: what then appears moves
 * nothing from under a click that has begun. Outside of a press it is done at once.
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
      // Behind the click, which comes after the pointer went up.
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
