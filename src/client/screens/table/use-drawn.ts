import { observeElementOffset, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** The names of the columns stand above the rows, so high, and over what scrolls under them. */
export const headHeight = 36;

/** Rows that are drawn beyond those in sight: where one scrolls to, behind, and below before anybody has scrolled. */
const AHEAD = 10;
const BEHIND = 2;
const AT_FIRST = 4;
/** Whoever scrolls goes on so many rows, or back so many, before others are drawn: what is drawn reaches beyond that. */
const GOES_ON = 4;
const GOES_BACK = 1;

type Rows = Virtualizer<HTMLElement, Element>;

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
  const drawing = useRef<Rows>(null);
  const [watch] = useState(watchOver);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    initialRect: { width: 0, height: boxHeight },
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    scrollPaddingStart: headHeight,
    observeElementOffset: watch.observe,
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, count }: Range) => {
        const isBack = drawing.current?.scrollDirection === 'backward';
        const ahead = startIndex === 0 ? AT_FIRST : AHEAD;
        const last = Math.min(count - 1, endIndex + (isBack ? BEHIND : ahead));
        // The active row stays drawn, so that the focus is never lost with it; so does what is typed in.
        const drawn = new Set([active, open].filter((index) => index >= 0 && index < count));
        for (let index = Math.max(0, startIndex - (isBack ? AHEAD : BEHIND)); index <= last; index += 1)
          drawn.add(index);
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
  const scrollToIndex = useCallback<Rows['scrollToIndex']>(
    (...to) => {
      watch.beLed();
      drawing.current?.scrollToIndex(...to);
    },
    [watch],
  );
  return { virtual, scrollToIndex };
}

/**
 * Tells where the box stands only once somebody scrolled past what it last told by some rows, so that not every frame of
 * scrolling draws; when it comes to rest; and all the time while the page itself leads to a row (`beLed`).
 */
function watchOver(): { readonly observe: typeof observeElementOffset; readonly beLed: () => void } {
  let isLed = false;
  let tellNow = () => {};
  return {
    observe: (rows, tell) => {
      let told: number | null = null;
      tellNow = () => {
        // An offset that was kept back would have the row looked for from elsewhere.
        const offset = rows.scrollElement?.scrollTop;
        if (told !== null && offset !== undefined && offset !== told) tell(offset, rows.isScrolling);
      };
      return observeElementOffset(rows, (offset, isScrolling) => {
        const rowsOn = told === null ? Number.POSITIVE_INFINITY : (offset - told) / rows.options.estimateSize(0);
        const isOn = rows.scrollDirection === 'backward' ? -rowsOn : rowsOn;
        if (isScrolling && !isLed && rows.scrollDirection !== null && isOn > -GOES_BACK && isOn < GOES_ON) return;
        told = offset;
        if (!isScrolling) isLed = false;
        tell(offset, isScrolling);
      });
    },
    beLed: () => {
      tellNow();
      isLed = true;
    },
  };
}
