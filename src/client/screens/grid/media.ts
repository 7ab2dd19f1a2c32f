import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import type { Density } from '../../../engine/query/saved-list-view.ts';
import { isNarrow, narrow } from './phone-width.ts';

/** Whether the page is as narrow as a phone: rows are cards then. */
export function usePhone(): boolean {
  return useSyncExternalStore((told) => {
    const media = globalThis.matchMedia(narrow);
    media.addEventListener('change', told);
    return () => media.removeEventListener('change', told);
  }, isNarrow);
}

const coarse = '(pointer: coarse)';

/** The height of a row: 40 px, 32 where it is compact, by the list or the person; 44 under a finger. */
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

const least = 240;

/**
 * Makes an element at most as high as the window has left below its top, so that a list ends where the window ends. What is
 * in it is not drawn for that; until it is measured, it stands as the style sheet guesses.
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
