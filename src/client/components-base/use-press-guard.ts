import { useEffect } from 'react';

/** In milliseconds: how long an action that replaced another one ignores presses. */
const IGNORE_MS = 1_000;

/**
 * In pixels: the greatest distance between the clicks of a double click. Further away, the person means the new action.
 */
const NEAR_PX = 12;

/** In milliseconds: how long the position of a press is watched. */
const WATCH_MS = 10_000;

/** In milliseconds: how often the position is checked. */
const POLL_MS = 100;

/** A pressed action and its position. */
interface Press {
  readonly button: Element;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  /** The action at this position now, and since when. */
  now: Element | null;
  nowLabel: string;
  since: number;
}

/**
 * Ignores a press on an action that has just replaced the one pressed at the same position, such as "Withdraw" in place
 * of "Submit", or the next row. The second click of a double click was not meant for it.
 */
export function usePressGuard(): void {
  useEffect(() => {
    let press: Press | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let poll: ReturnType<typeof setInterval>;
    const check = () => {
      if (press === null) return;
      const action = actionAt(press);
      const label = labelOf(action);
      if (action === press.now && label === press.nowLabel) return;
      Object.assign(press, { now: action, nowLabel: label, since: performance.now() });
    };
    const stop = () => {
      clearTimeout(timer);
      clearInterval(poll);
      press = null;
    };
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('[data-acts]') : null;
      if (button === null) return;
      if (press !== null) check();
      const label = labelOf(button);
      if (press !== null && isOtherAction(press, button, label, event) && event.timeStamp - press.since < IGNORE_MS) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      press = {
        button,
        label,
        ...placeOf(button, event),
        now: button,
        nowLabel: label,
        since: event.timeStamp,
      };
      clearTimeout(timer);
      clearInterval(poll);
      // Polled: an animation moves elements without changing the DOM.
      poll = setInterval(check, POLL_MS);
      timer = setTimeout(stop, WATCH_MS);
    };
    // A pointer press or key elsewhere shows that the person is not repeating the press.
    const onPointer = (event: PointerEvent) => {
      if (press !== null && distanceOf(press, event) > NEAR_PX) stop();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter' && key !== ' ') stop();
    };
    // On window and capturing, to run before React's listeners at the root.
    window.addEventListener('click', onClick, true);
    window.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('click', onClick, true);
      window.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('keydown', onKey, true);
      stop();
    };
  }, []);
}

const labelOf = (button: Element | null): string => button?.getAttribute('aria-label') ?? button?.textContent ?? '';

const actionAt = ({ x, y }: Pick<Press, 'x' | 'y'>): Element | null =>
  document.elementFromPoint(x, y)?.closest('[data-acts]') ?? null;

/** The position of a press; for the keyboard (`detail` 0) the middle of the button. */
function placeOf(button: Element, { detail, clientX, clientY }: MouseEvent): Pick<Press, 'x' | 'y'> {
  if (detail > 0) return { x: clientX, y: clientY };
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** A keyboard press (`detail` 0) has no position, so only a button whose label changed counts as another action. */
function isOtherAction(press: Press, now: Element, nowLabel: string, event: MouseEvent): boolean {
  if (press.button === now) return press.label !== nowLabel;
  return event.detail > 0 && distanceOf(press, event) <= NEAR_PX;
}

const distanceOf = ({ x, y }: Pick<Press, 'x' | 'y'>, { clientX, clientY }: MouseEvent): number =>
  Math.hypot(clientX - x, clientY - y);
