/** The thing of the document that a place on the page shows: its id and the element of the page that carries it. */
export interface WhyTarget {
  readonly id: string;
  readonly shown: HTMLElement;
}

/** The nearest thing of the document at a place of the page, or null. What explains is never itself explained. */
export function targetAt(place: EventTarget | null): WhyTarget | null {
  if (!(place instanceof Element) || place.closest('[data-why]') !== null) return null;
  const shown = place.closest<HTMLElement>('[data-element]');
  const id = shown?.dataset.element ?? '';
  return shown === null || id === '' ? null : { id, shown };
}

/** Every such thing that can be seen, in the order of the page. One that only wraps another of the same id counts once. */
export function targetsIn(page: Document): readonly WhyTarget[] {
  return [...page.querySelectorAll<HTMLElement>('[data-element]')].flatMap((shown) => {
    const id = shown.dataset.element ?? '';
    const isSeen =
      shown.getClientRects().length > 0 && shown.closest('[data-why], [aria-hidden="true"], [inert]') === null;
    const isOuter = shown.querySelector(`[data-element="${CSS.escape(id)}"]`) === null;
    return id === '' || !isSeen || !isOuter ? [] : [{ id, shown }];
  });
}

/** The one after `current`, or before it; round at the ends. */
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

/** Where a note of this size stands: below the thing, above it where there is no room, and always inside the window. */
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
