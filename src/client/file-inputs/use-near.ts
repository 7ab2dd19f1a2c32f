import { type RefObject, useEffect, useRef } from 'react';
import { focusFirst } from '../components-base/focus-restore.ts';

/**
 * Where what is pressed goes away by it, the focus stays near: in what is left inside `frame`. Gives what to call with the
 * press; `left` is what changes once it is gone.
 */
export function useNear(frame: RefObject<HTMLElement | null>, left: number): (press: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) focusFirst(frame.current);
    isPressed.current = false;
  }, [left]);
  return (press) => {
    isPressed.current = true;
    press();
  };
}
