import { type ComponentType, createElement, startTransition, useEffect, useState } from 'react';
import { fetchPart, isFetched, type PropsOf, preload } from './lazy-preloaded.ts';

/** A part of the program that is loaded when it is first needed, or before, while nothing else is to be done. */
export type Load = () => Promise<unknown>;

/** Calls `work` when the browser has nothing else to do; the answer takes that back. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
}

/** Whoever does one of these is at work on the page. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'];

/** Calls `work` with the first sign that somebody is at work on the page; the answer takes that back. */
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

/** Whoever only looks is given so long, in milliseconds, before the machine is kept busy with what may come. */
const LOOKS_FOR = 3000;

/** Whether somebody goes on from what is there, since it may be gone on from: by their first sign, or since they stay. */
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
 * Fetches each when nothing else is to be done, one after the other, those too that come behind them meanwhile; what fails is
 * fetched when it is needed.
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

/** Whether this part was fetched while nothing else was to be done; it is begun once `mayBegin`. */
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

/** Whether the browser had nothing else to do since this came onto the page, or need not fetch this part any more. */
export function useLeisure(load: Load): boolean {
  const [isDue, setDue] = useState(isFetched(load));
  useEffect(() => (isDue ? undefined : whenIdle(() => startTransition(() => setDue(true)))), [isDue]);
  return isDue;
}

/** As `aside`, of what nobody waits for: nothing is drawn before the rest of the page is there, nor where it can't be fetched. */
export function atLeisure<Part, Name extends keyof Part>(
  load: () => Promise<Part>,
  name: Name,
): ComponentType<PropsOf<Part[Name]> & object> {
  const Drawn = preload(load, name, () => null);
  return (props) => (useLeisure(load) ? createElement(Drawn, props) : null);
}
