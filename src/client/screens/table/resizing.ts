import { NARROWEST, WIDEST } from '../../../engine/list-state.ts';

interface Resizing {
  /** The columns of a row for CSS where this one is so wide. */
  readonly template: (width: number) => string;
  readonly onEnd: (width: number) => void;
}

/**
 * Follows the pointer that holds the edge of a column head, from where it was pressed. The rows follow by their shared
 * template alone: nothing is drawn anew before the pointer lets go. Escape, or a pointer that is lost, leaves it as it was.
 */
export function startResizing(edge: HTMLElement, startX: number, { template, onEnd }: Resizing): void {
  const cell = edge.parentElement;
  const frame = edge.closest<HTMLElement>('.table-scroll');
  if (cell === null || frame === null) return;
  const before = frame.style.getPropertyValue('--table-columns');
  const start = cell.getBoundingClientRect().width;
  const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1;
  let width: number | null = null;
  const listening = new AbortController();
  const { signal } = listening;
  const end = (isKept: boolean) => {
    listening.abort();
    delete edge.dataset['held'];
    if (isKept && width !== null) onEnd(width);
    else frame.style.setProperty('--table-columns', before);
  };
  edge.dataset['held'] = '';
  edge.addEventListener(
    'pointermove',
    ({ clientX }) => {
      width = Math.round(Math.max(NARROWEST, Math.min(WIDEST, start + sign * (clientX - startX))));
      frame.style.setProperty('--table-columns', template(width));
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
