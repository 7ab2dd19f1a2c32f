import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';

/** A card in the air. */
export interface Dragged {
  readonly record: WireRecord;
  /** The column under the pointer; null beside all of them. */
  readonly over: string | null;
  /** Where the card was taken from the page, and how wide it is. */
  readonly from: { readonly left: number; readonly top: number; readonly width: number };
}

export interface DragInHand {
  readonly dragged: Dragged | null;
  /** What follows the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>;
  readonly start: (event: ReactPointerEvent<HTMLElement>, record: WireRecord) => void;
}

/** A mouse drags after so many pixels; a finger after so long, so that it can scroll before. */
const mouseSlack = 5;
const fingerSlack = 10;
const fingerWait = 260;
const edge = 56;
const edgeSpeed = 14;

/**
 * Drags cards over whatever carries `data-column` inside `board`, with a mouse, pen or finger. Escape lets the card
 * go back. `onDrop` gets the column that it was let go over; beside all columns nothing happens.
 */
export function useDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (record: WireRecord, column: string) => void,
): DragInHand {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const start: DragInHand['start'] = (event, record) => {
    if (event.button !== 0 || !event.isPrimary || isControl(event.target)) return;
    stop.current?.();
    const { pointerId, pointerType, clientX, clientY, currentTarget } = event;
    const isFinger = pointerType === 'touch';
    const at = { x: clientX, y: clientY };
    let isDragging = false;
    let frame = 0;
    const listening = new AbortController();
    const { signal } = listening;

    const lift = () => {
      isDragging = true;
      const { left, top, width } = currentTarget.getBoundingClientRect();
      setDragged({ record, over: columnAt(at.x, at.y), from: { left, top, width } });
      frame = requestAnimationFrame(follow);
    };
    const follow = () => {
      const moved = `translate(${at.x - clientX}px, ${at.y - clientY}px)`;
      if (ghost.current !== null) ghost.current.style.transform = moved;
      scrollAtEdge(board.current, at.x);
      const over = columnAt(at.x, at.y);
      setDragged((now) => (now === null || now.over === over ? now : { ...now, over }));
      frame = requestAnimationFrame(follow);
    };
    const held = isFinger ? setTimeout(lift, fingerWait) : undefined;
    const end = () => {
      clearTimeout(held);
      cancelAnimationFrame(frame);
      listening.abort();
      stop.current = undefined;
      if (isDragging) setDragged(null);
      isDragging = false;
    };
    stop.current = end;

    const move = (each: PointerEvent) => {
      if (each.pointerId !== pointerId) return;
      at.x = each.clientX;
      at.y = each.clientY;
      if (isDragging) return;
      const way = Math.hypot(at.x - clientX, at.y - clientY);
      if (isFinger && way > fingerSlack) end();
      else if (!isFinger && way > mouseSlack) lift();
    };
    const drop = (each: PointerEvent) => {
      if (each.pointerId !== pointerId) return;
      const column = isDragging ? columnAt(each.clientX, each.clientY) : null;
      if (isDragging) swallowClick(board.current);
      end();
      if (column !== null) onDrop(record, column);
    };
    const key = (each: KeyboardEvent) => {
      if (!isDragging || each.key !== 'Escape') return;
      each.preventDefault();
      each.stopPropagation();
      end();
    };
    const hold = (each: Event) => {
      if (isDragging || isFinger) each.preventDefault();
    };
    globalThis.addEventListener('pointermove', move, { signal });
    globalThis.addEventListener('pointerup', drop, { signal });
    globalThis.addEventListener('pointercancel', end, { signal });
    globalThis.addEventListener('blur', end, { signal });
    globalThis.addEventListener('keydown', key, { signal, capture: true });
    globalThis.addEventListener('contextmenu', hold, { signal });
    // While a finger holds a card, it does not scroll.
    const keep = (each: TouchEvent) => {
      if (isDragging && each.cancelable) each.preventDefault();
    };
    currentTarget.addEventListener('touchmove', keep, { signal, passive: false });
  };
  return { dragged, ghost, start };
}

/** The column at a point of the page. */
function columnAt(x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y)?.closest('[data-column]');
  return found?.getAttribute('data-column') ?? null;
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, [role="menu"], [role="dialog"]') !== null;

function scrollAtEdge(board: HTMLElement | null, x: number): void {
  if (board === null) return;
  const { left, right } = board.getBoundingClientRect();
  if (x < left + edge) board.scrollLeft -= edgeSpeed;
  else if (x > right - edge) board.scrollLeft += edgeSpeed;
}

/** The click that follows a drop does not open what was dropped; one elsewhere, as on a message about it, is somebody's own. */
function swallowClick(board: HTMLElement | null): void {
  const listening = new AbortController();
  const swallow = (event: Event) => {
    const isOfDrop = event.target instanceof Node && (board?.contains(event.target) || event.target.contains(board));
    if (!isOfDrop) return;
    event.preventDefault();
    event.stopPropagation();
    listening.abort();
  };
  globalThis.addEventListener('click', swallow, { capture: true, signal: listening.signal });
  setTimeout(() => listening.abort(), 50);
}
