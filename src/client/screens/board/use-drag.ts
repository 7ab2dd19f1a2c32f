import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';

/** A card that is being dragged. */
export interface Dragged {
  readonly record: WireRecord;
  /** The column under the pointer; null outside the columns. */
  readonly over: string | null;
  /** Position and width of the card when the drag began, in pixels of the viewport. */
  readonly from: { readonly left: number; readonly top: number; readonly width: number };
}

export interface DragState {
  readonly dragged: Dragged | null;
  /** The element that follows the pointer. */
  readonly ghost: RefObject<HTMLDivElement | null>;
  readonly start: (event: ReactPointerEvent<HTMLElement>, record: WireRecord) => void;
}

/** A mouse starts a drag after `mouseSlack` pixels; a finger after `fingerWait` milliseconds, so that it can scroll before. */
const mouseSlack = 5;
const fingerSlack = 10;
const fingerWait = 260;
const edge = 56;
const edgeSpeed = 14;

/**
 * Drags cards between elements with `data-column` inside `board`, by mouse, pen or finger. Escape cancels the drag.
 * `onDrop` is called with the column under the pointer; a drop outside the columns does nothing.
 */
export function useDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (record: WireRecord, column: string) => void,
): DragState {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const start: DragState['start'] = (event, record) => {
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
    // A finger that drags a card must not scroll the page.
    const keep = (each: TouchEvent) => {
      if (isDragging && each.cancelable) each.preventDefault();
    };
    currentTarget.addEventListener('touchmove', keep, { signal, passive: false });
  };
  return { dragged, ghost, start };
}

/** Returns the column at a point of the viewport; null if there is none. */
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

/** Suppresses the click that follows a drop, so that it does not open the card. Clicks outside the board are not affected. */
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
