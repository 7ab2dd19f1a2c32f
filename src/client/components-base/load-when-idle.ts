import { type ComponentType, createElement, startTransition, useEffect, useState } from 'react';
import { fetchPart, isFetched, type PropsOf, preload } from './lazy-preloaded.ts';

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
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/** Calls `work` on the first sign of activity. Returns a function that cancels this. */
export function onSign(work: () => void): () => void {
  const leave = () => {
    for (const sign of SIGNS) removeEventListener(sign, begin);
  };
  const begin = () => {
    leave();
    work();
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { passive: true });
  return leave;
}

/** In milliseconds: how long to wait for activity before prefetching anyway. */
const LOOKS_FOR = 3000;

/** Returns true once somebody uses the page after it became ready (`isThere`), or has stayed on it for `LOOKS_FOR`. */
export function useGoesOn(isThere: boolean): boolean {
  const [goesOn, setGoesOn] = useState(false);
  useEffect(() => {
    if (!isThere || goesOn) return;
    const begin = () => startTransition(() => setGoesOn(true));
    const timer = setTimeout(begin, LOOKS_FOR);
    const leave = onSign(begin);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [isThere, goesOn]);
  return goesOn;
}

/**
 * Loads the modules one after the other while the browser is idle, including modules appended to the list meanwhile. A
 * failed load is repeated when the module is needed. Returns a function that stops this.
 */
export function fetchIdly(loads: readonly Load[], from = 0): () => void {
  let isStopped = false;
  let stop = whenIdle(() => {
    const next = () => {
      if (!isStopped && from + 1 < loads.length) stop = fetchIdly(loads, from + 1);
    };
    loads[from]?.().then(next, next);
  });
  return () => {
    isStopped = true;
    stop();
  };
}

/** Returns whether the module was loaded; starts loading when idle once `mayBegin` is true. */
export function useFetched(load: Load, mayBegin: boolean): boolean {
  const [isThere, setThere] = useState(isFetched(load));
  useEffect(() => {
    if (!mayBegin || isThere) return;
    let isCurrent = true;
    const stop = fetchIdly([
      () =>
        fetchPart(load).then(() => {
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
export function useLeisure(load: Load): boolean {
  const [isDue, setDue] = useState(isFetched(load));
  useEffect(() => (isDue ? undefined : whenIdle(() => startTransition(() => setDue(true)))), [isDue]);
  return isDue;
}

/**
 * Like `preload`, for content that nobody waits for: renders nothing until the browser was idle and the module is
 * loaded, or if it can't be loaded.
 */
export function atLeisure<Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): ComponentType<PropsOf<Part[Name]> & object> {
  const Drawn = preload(load, name, () => null);
  return (props) => (useLeisure(load) ? createElement(Drawn, props) : null);
}
