import { NARROWEST, WIDEST } from '../../../engine/query/saved-list-view.ts';
import type { Widths } from './columns.ts';

interface Resizing {
  /** Returns the CSS widths of a row in which this column has the given width in px. */
  readonly widths: (width: number) => Widths;
  readonly onEnd: (width: number) => void;
}

/**
 * Resizes a column while the pointer drags the edge of its header. Sets only the CSS widths that the rows share, so nothing
 * renders until the pointer is released. Escape or a cancelled pointer restores the previous width.
 */
export function startResizing(edge: HTMLElement, startX: number, { widths, onEnd }: Resizing): void {
  const cell = edge.parentElement;
  const grid = edge.closest<HTMLElement>('.table-grid');
  if (cell === null || grid === null) return;
  const set = (to: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(to)) grid.style.setProperty(name, value);
  };
  const start = cell.getBoundingClientRect().width;
  const names = Object.keys(widths(start));
  const before = Object.fromEntries(names.map((name) => [name, grid.style.getPropertyValue(name)]));
  const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1;
  let width: number | null = null;
  const listening = new AbortController();
  const { signal } = listening;
  const end = (isKept: boolean) => {
    listening.abort();
    delete edge.dataset['held'];
    if (isKept && width !== null) onEnd(width);
    else set(before);
  };
  edge.dataset['held'] = '';
  edge.addEventListener(
    'pointermove',
    ({ clientX }) => {
      width = Math.round(Math.max(NARROWEST, Math.min(WIDEST, start + sign * (clientX - startX))));
      set(widths(width));
    },
    { signal },
  );
  edge.addEventListener('pointerup', () => end(true), { signal });
  edge.addEventListener('lostpointercapture', () => end(true), { signal });
  edge.addEventListener('pointercancel', () => end(false), { signal });
  globalThis.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
}
