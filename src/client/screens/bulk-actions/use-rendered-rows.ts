import { observeElementOffset, type Range, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Height in px of the sticky header row. */
export const headHeight = 36;

/** Estimated height in px of the page around the scroll container; the style of `.table-scroll` has the same estimate. */
const AROUND = 200;

/** Overscan in rows: in the scroll direction, against it, and below the first screen before the first scroll. */
const AHEAD = 10;
const BEHIND = 2;
const AT_FIRST = 4;
/**
 * Scrolling by fewer rows than this, in or against the scroll direction, does not render again. Neither exceeds the
 * overscan, so that no blank rows appear.
 */
const GOES_ON = 4;
const GOES_BACK = 1;

type Rows = Virtualizer<HTMLElement, Element>;

/** The virtualizer that rendered last; printing uses it to render all rows. */
export const renderedRange: { rows: Rows | null } = { rows: null };

/**
 * Virtualizes rows of equal height in a scroll container. The rows at the indexes `active` and `open` (-1: none) are always
 * rendered. The first render estimates the container's height, as the style sheet does. `screenful` returns the number of
 * rows that Page Down moves by.
 */
export function useRenderedRows(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowHeight: number,
  active: number,
  open: number,
) {
  const drawing = useRef<Rows>(null);
  // True while `scrollToIndex` scrolls.
  const isLed = useRef(false);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height: globalThis.innerHeight - AROUND },
    observeElementRect: observeRect,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    scrollPaddingStart: headHeight,
    observeElementOffset: (rows, tell) => observeEveryFew(rows, tell, isLed),
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, count }: Range) => {
        const isBack = drawing.current?.scrollDirection === 'backward';
        const ahead = startIndex === 0 ? AT_FIRST : AHEAD;
        const last = Math.min(count - 1, endIndex + (isBack ? BEHIND : ahead));
        // The active row stays rendered so that it keeps the focus; the row being edited, so that it keeps its input.
        const range = new Set([active, open].filter((index) => index >= 0 && index < count));
        for (let index = Math.max(0, startIndex - (isBack ? AHEAD : BEHIND)); index <= last; index += 1)
          range.add(index);
        return [...range].sort((one, other) => one - other);
      },
      [active, open],
    ),
  });
  drawing.current = renderedRange.rows = virtual;
  const measured = useRef(rowHeight);
  useEffect(() => {
    if (measured.current === rowHeight) return;
    measured.current = rowHeight;
    virtual.measure();
  }, [virtual, rowHeight]);
  const scrollToIndex = useCallback<Rows['scrollToIndex']>(
    (...to) => {
      const box = scroller.current;
      isLed.current = true;
      // Report the current scroll position first: `observeEveryFew` may have skipped it.
      if (box?.scrollTop !== drawing.current?.scrollOffset) box?.dispatchEvent(new Event('scroll'));
      drawing.current?.scrollToIndex(...to);
    },
    [scroller],
  );
  const screenful = useCallback(
    () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    [scroller, rowHeight],
  );
  return { virtual, scrollToIndex, screenful };
}

/**
 * Reports the container's size from a ResizeObserver only, not synchronously on mount: the first rows are painted by then
 * and are not rendered twice.
 */
function observeRect({ scrollElement }: Rows, tell: (rect: Rect) => void): (() => void) | undefined {
  if (scrollElement === null) return;
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/**
 * Reports the scroll position only after it moved by a few rows, so that not every frame of scrolling renders. Reports it
 * always when scrolling ends and while `scrollToIndex` scrolls.
 */
function observeEveryFew(
  rows: Rows,
  tell: (offset: number, isScrolling: boolean) => void,
  isLed: { current: boolean },
): ReturnType<typeof observeElementOffset> {
  return observeElementOffset(rows, (offset, isScrolling) => {
    const { scrollOffset, scrollDirection, options } = rows;
    const rowsOn = (offset - (scrollOffset ?? 0)) / options.estimateSize(0);
    const isOn = scrollDirection === 'backward' ? -rowsOn : rowsOn;
    if (isScrolling && !isLed.current && scrollDirection !== null && isOn > -GOES_BACK && isOn < GOES_ON) return;
    if (!isScrolling) isLed.current = false;
    tell(offset, isScrolling);
  });
}
