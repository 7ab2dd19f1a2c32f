import { useEffect } from 'react';

/** An action that took another one's place is not taken for so many milliseconds. */
const SETTLES = 1_000;

/** The second click of a double click is at most so many pixels away; whoever moves the pointer further means what is there. */
const NEAR = 12;

/** For so many milliseconds after a press its place is watched. */
const WATCHED = 10_000;

/** It is looked at every so many milliseconds. */
const LOOKS = 100;

/** An action that was pressed, and where. */
interface Press {
  readonly button: Element;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  /** What stands there now, and since when. */
  now: Element | null;
  nowLabel: string;
  since: number;
}

/**
 * Drops a press on an action that has just taken the place of the one that was pressed there: after an answer "Withdraw"
 * stands where "Submit" stood, or the next row where this one was. The second click of a double click was not meant for it.
 */
export function usePressGuard(): void {
  useEffect(() => {
    let press: Press | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let looking: ReturnType<typeof setInterval>;
    const look = () => {
      if (press === null) return;
      const found = actionAt(press);
      const label = labelOf(found);
      if (found === press.now && label === press.nowLabel) return;
      Object.assign(press, { now: found, nowLabel: label, since: performance.now() });
    };
    const stop = () => {
      clearTimeout(timer);
      clearInterval(looking);
      press = null;
    };
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('[data-acts]') : null;
      if (button === null) return;
      if (press !== null) look();
      const label = labelOf(button);
      if (press !== null && isOther(press, button, label, event) && event.timeStamp - press.since < SETTLES) {
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
      clearInterval(looking);
      // By the clock: what is animated comes to its place without a change of the document.
      looking = setInterval(look, LOOKS);
      timer = setTimeout(stop, WATCHED);
    };
    // Whoever has pointed or typed elsewhere since does not repeat the press.
    const onPointer = (event: PointerEvent) => {
      if (press !== null && distanceOf(press, event) > NEAR) stop();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter' && key !== ' ') stop();
    };
    // Before React, whose listeners are at the root of the page.
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

/** Where it was pressed; by the keyboard (`detail` 0) in its middle. */
function placeOf(button: Element, { detail, clientX, clientY }: MouseEvent): Pick<Press, 'x' | 'y'> {
  if (detail > 0) return { x: clientX, y: clientY };
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** By the keyboard (`detail` 0) there is no place: only a button that has become another action counts. */
function isOther(press: Press, now: Element, nowLabel: string, event: MouseEvent): boolean {
  if (press.button === now) return press.label !== nowLabel;
  return event.detail > 0 && distanceOf(press, event) <= NEAR;
}

const distanceOf = ({ x, y }: Pick<Press, 'x' | 'y'>, { clientX, clientY }: MouseEvent): number =>
  Math.hypot(clientX - x, clientY - y);
