/** An element of the document on the page: its id, and the DOM element that carries it. */
export interface WhyTarget {
  readonly id: string;
  readonly shown: HTMLElement;
}

/** Returns the nearest element of the document around a DOM node, or null. The explanation itself is excluded. */
export function targetAt(place: EventTarget | null): WhyTarget | null {
  if (!(place instanceof Element) || place.closest('[data-why]') !== null) return null;
  const shown = place.closest<HTMLElement>('[data-element]');
  const id = shown?.dataset.element ?? '';
  return shown === null || id === '' ? null : { id, shown };
}

/**
 * Returns all visible elements of the document, in page order. Of nested elements with the same id only the innermost
 * counts.
 */
export function targetsIn(page: Document): readonly WhyTarget[] {
  return [...page.querySelectorAll<HTMLElement>('[data-element]')].flatMap((shown) => {
    const id = shown.dataset.element ?? '';
    const isSeen =
      shown.getClientRects().length > 0 && shown.closest('[data-why], [aria-hidden="true"], [inert]') === null;
    const isOuter = shown.querySelector(`[data-element="${CSS.escape(id)}"]`) === null;
    return id === '' || !isSeen || !isOuter ? [] : [{ id, shown }];
  });
}

/** Returns the element after or before `current`, wrapping around at the ends. */
export function nextTarget(all: readonly WhyTarget[], current: WhyTarget | null, step: 1 | -1): WhyTarget | null {
  if (all.length === 0) return null;
  const at = current === null ? -1 : all.findIndex(({ shown }) => shown === current.shown);
  if (at === -1) return (step === 1 ? all[0] : all.at(-1)) ?? null;
  return all[(at + step + all.length) % all.length] ?? null;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const gap = 8;

/** Positions a note below an element, or above it if there is no room, always inside the window. */
export function placeBeside(thing: Box, note: Pick<Box, 'width' | 'height'>, page: Pick<Box, 'width' | 'height'>) {
  const below = thing.top + thing.height + gap;
  const above = thing.top - note.height - gap;
  const fits = below + note.height + gap <= page.height;
  const top = fits || above < gap ? below : above;
  return {
    left: Math.max(gap, Math.min(thing.left, page.width - note.width - gap)),
    top: Math.max(gap, Math.min(top, page.height - note.height - gap)),
  };
}
