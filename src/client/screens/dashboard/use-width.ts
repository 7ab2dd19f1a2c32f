import { type RefObject, useEffect, useState } from 'react';

/** Returns the width of an element in pixels, updated when it changes; 0 until it is mounted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const found = element.current;
    if (found === null) return;
    const watching = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
    });
    watching.observe(found);
    return () => watching.disconnect();
  }, [element]);
  return width;
}
