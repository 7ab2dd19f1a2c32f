import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** The names of the columns stand above the rows, so high, and over what scrolls under them. */
export const headHeight = 36;

/**
 * Rows of one height in a scrolling box, of which those in sight are drawn, and `active` and `open` wherever one scrolls.
 * `boxHeight`: in px, what is drawn at first goes by it; from then on by what the box measures.
 */
export function useDrawn(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  boxHeight: number,
  rowHeight: number,
  active: number,
  open: number,
) {
  const drawing = useRef<Virtualizer<HTMLElement, Element>>(null);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height: boxHeight },
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    scrollPaddingStart: headHeight,
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, count }: Range) => {
        // More of them where one scrolls to than behind.
        const isBack = drawing.current?.scrollDirection === 'backward';
        const last = Math.min(count - 1, endIndex + (isBack ? 2 : 8));
        // The active row stays drawn, so that the focus is never lost with it; so does what is typed in.
        const drawn = new Set([active, open].filter((index) => index >= 0 && index < count));
        for (let index = Math.max(0, startIndex - (isBack ? 8 : 2)); index <= last; index += 1) drawn.add(index);
        return [...drawn].sort((one, other) => one - other);
      },
      [active, open],
    ),
  });
  drawing.current = virtual;
  const measured = useRef(rowHeight);
  useEffect(() => {
    if (measured.current === rowHeight) return;
    measured.current = rowHeight;
    virtual.measure();
  }, [virtual, rowHeight]);
  return virtual;
}
