import { type ComponentType, createElement, startTransition, useEffect, useState } from 'react';
import { isLoaded, lazyWithoutFallback, loadModule, type PropsOf } from './lazy-preloaded.ts';

/** Loads a module when it is first needed, or earlier while the browser is idle. */
export type Load = () => Promise<unknown>;

/** Calls `work` when the browser is idle. Returns a function that cancels this. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
}

/** Events that show that somebody uses the page. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/** Calls `work` on the first sign of activity. Returns a function that cancels this. */
function onActivity(work: () => void): () => void {
  const stopListening = () => {
    for (const sign of ACTIVITY_EVENTS) removeEventListener(sign, start);
  };
  const start = () => {
    stopListening();
    work();
  };
  for (const sign of ACTIVITY_EVENTS) addEventListener(sign, start, { passive: true });
  return stopListening;
}

/** In milliseconds: how long to wait for activity before prefetching anyway. */
const MAX_WAIT_MS = 3000;

/** Returns true once somebody uses the page after it became ready (`isThere`), or has stayed on it for `LOOKS_FOR`. */
export function useIsActive(isThere: boolean): boolean {
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    if (!isThere || isActive) return;
    const start = () => startTransition(() => setActive(true));
    const timer = setTimeout(start, MAX_WAIT_MS);
    const stopListening = onActivity(start);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [isThere, isActive]);
  return isActive;
}

/**
 * Loads the modules one after the other while the browser is idle, including modules appended to the list meanwhile. A
 * failed load is repeated when the module is needed. Returns a function that stops this.
 */
export function loadWhenIdle(loads: readonly Load[], from = 0): () => void {
  let isStopped = false;
  let stop = whenIdle(() => {
    const next = () => {
      if (!isStopped && from + 1 < loads.length) stop = loadWhenIdle(loads, from + 1);
    };
    loads[from]?.().then(next, next);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/** Returns whether the module was loaded; starts loading when idle once `mayBegin` is true. */
export function useIdleLoad(load: Load, mayBegin: boolean): boolean {
  const [isThere, setThere] = useState(isLoaded(load));
  useEffect(() => {
    if (!mayBegin || isThere) return;
    let isCurrent = true;
    const stop = loadWhenIdle([
      () =>
        loadModule(load).then(() => {
          if (isCurrent) startTransition(() => setThere(true));
        }),
    ]);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [load, mayBegin, isThere]);
  return isThere;
}

/** Returns true once the browser was idle after mounting, or if the module is already loaded. */
export function useIdle(load: Load): boolean {
  const [isDue, setDue] = useState(isLoaded(load));
  useEffect(() => (isDue ? undefined : whenIdle(() => startTransition(() => setDue(true)))), [isDue]);
  return isDue;
}

/**
 * Like `preload`, for content that nobody waits for: renders nothing until the browser was idle and the module is
 * loaded, or if it can't be loaded.
 */
export function lazyWhenIdle<Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): ComponentType<PropsOf<Part[Name]> & object> {
  const Drawn = lazyWithoutFallback(load, name, () => null);
  return (props) => (useIdle(load) ? createElement(Drawn, props) : null);
}
