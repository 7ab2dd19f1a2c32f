import { type RefObject, useEffect, useRef } from 'react';
import { focusFirst } from '../components-base/focus-restore.ts';

/**
 * Returns a function to run a press that removes its own button: the focus then moves to the first control left inside
 * `frame`. `left` must change when the button is gone.
 */
export function useFocusNeighbour(
  frame: RefObject<HTMLElement | null>,
  remaining: number,
): (press: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) focusFirst(frame.current);
    isPressed.current = false;
  }, [remaining]);
  return (press) => {
    isPressed.current = true;
    press();
  };
}
