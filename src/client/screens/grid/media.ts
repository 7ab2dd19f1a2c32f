import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import type { Density } from '../../../engine/query/saved-list-view.ts';
import { isNarrow, narrow } from './phone-width.ts';

/** Whether the window is as narrow as a phone. Rows are rendered as cards then. */
export function usePhone(): boolean {
  return useSyncExternalStore((told) => {
    const media = globalThis.matchMedia(narrow);
    media.addEventListener('change', told);
    return () => media.removeEventListener('change', told);
  }, isNarrow);
}

const coarse = '(pointer: coarse)';

/**
 * Returns the row height in px: 32 if the density of the list, or else of the person, is compact; otherwise 44 for touch and
 * 40 for a mouse.
 */
export function useRowHeight(density: Density | null): number {
  return useSyncExternalStore(
    (told) => {
      const observer = new MutationObserver(told);
      observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
      return () => observer.disconnect();
    },
    () => {
      if ((density ?? document.documentElement.dataset['density']) === 'compact') return 32;
      return globalThis.matchMedia(coarse).matches ? 44 : 40;
    },
  );
}

/** Minimum height of the list in px. */
const least = 240;

/**
 * Limits an element's height to the space between its top and the bottom of the window, minus `below` px. Sets the style
 * directly, without a render. The style sheet has an estimate for the time before the measurement.
 */
export function useRestOfWindow(element: RefObject<HTMLElement | null>, below: number): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    const measure = () => {
      const top = box.getBoundingClientRect().top + globalThis.scrollY;
      box.style.maxBlockSize = `${Math.max(least, Math.floor(globalThis.innerHeight - top - below))}px`;
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (let each = box.previousElementSibling; each !== null; each = each.previousElementSibling)
      observer.observe(each);
    observer.observe(document.body);
    globalThis.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('resize', measure);
    };
  }, [element, below]);
}
