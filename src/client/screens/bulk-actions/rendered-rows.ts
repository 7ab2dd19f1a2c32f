import { observeElementOffset, type Range, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Height in px of the row of column names, which stays above the scrolling rows. */
export const headHeight = 36;

/** What usually stands around the box, in px of height; `.table-scroll` has the same until it is measured. */
const AROUND = 200;

/** Rows that are drawn beyond those in sight: where one scrolls to, behind, and below before anybody has scrolled. */
const AHEAD = 10;
const BEHIND = 2;
const AT_FIRST = 4;
/** Whoever scrolls goes on so many rows, or back so many, before others are drawn: what is drawn reaches beyond that. */
const GOES_ON = 4;
const GOES_BACK = 1;

type Rows = Virtualizer<HTMLElement, Element>;

/** The rows that were drawn last, for what acts on all of them. */
export const renderedRange: { rows: Rows | null } = { rows: null };

/**
 * Rows of one height in a scrolling box, of which those in sight are drawn, and `active` and `open` wherever one scrolls.
 * What is drawn first goes by a guess of its height, which the style sheet has, too; `screenful`: how many rows a page of it is.
 */
export function useRenderedRows(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowHeight: number,
  active: number,
  open: number,
) {
  const drawing = useRef<Rows>(null);
  // While the page itself leads to a row.
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
        // The active row stays drawn, so that the focus is never lost with it; so does what is typed in.
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
      // From where it stands, which may not have been told yet.
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

/** Tells how large the box is once that is known anyway: the first rows are on the screen by then, and are not drawn twice for it. */
function observeRect({ scrollElement }: Rows, tell: (rect: Rect) => void): (() => void) | undefined {
  if (scrollElement === null) return;
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/**
 * Tells where the box stands only once somebody scrolled past what it last told by some rows, so that not every frame of
 * scrolling draws; when it comes to rest; and all the time while the page itself leads to a row.
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
