import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Density } from '../../../engine/list-state.ts';
import { isNarrow, narrow } from './narrow.ts';

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
const usually = 200;

/** How much of the window is left below the top of an element, so that a list ends where the window ends. */
export function useRestOfWindow(element: RefObject<HTMLElement | null>, below: number): number {
  // A guess until it is measured: without any, every row there is would be drawn once.
  const [height, setHeight] = useState(() => Math.max(least, globalThis.innerHeight - usually));
  useLayoutEffect(() => {
    const measure = () => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY;
      setHeight(Math.max(least, Math.floor(globalThis.innerHeight - top - below)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (let each = element.current?.previousElementSibling ?? null; each !== null; each = each.previousElementSibling)
      observer.observe(each);
    observer.observe(document.body);
    globalThis.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('resize', measure);
    };
  }, [element, below]);
  return height;
}
