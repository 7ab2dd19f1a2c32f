import { type RefObject, useEffect, useState } from 'react';

/** How wide an element is, and that again whenever it changes; 0 until it is there. */
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
