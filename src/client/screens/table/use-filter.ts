import { useCallback, useEffect, useRef, useState } from 'react';
import type { Filter } from './filter-model.ts';
import { NO_FILTER } from './filter-start.ts';
import type { FilterWords } from './filter-text.ts';

const settles = 250;

/** The filter of the address as chips. `undefined`: being read; `null`: it says more than chips can. */
export type ReadableFilter = Filter | null | undefined;

/**
 * Chips over the text in the address. What is not filled in yet lives here alone; the address gets the rest once
 * nobody has typed for a moment. The notation's reader is loaded when there is something to read.
 */
export function useFilter(
  text: string,
  words: FilterWords,
  push: (text: string) => void,
): readonly [ReadableFilter, (filter: Filter) => void] {
  const [filter, setFilter] = useState<ReadableFilter>(text === '' ? NO_FILTER : undefined);
  const read = useRef<{ readonly text: string; readonly words: FilterWords }>(text === '' ? { text, words } : null);
  const latest = useRef(push);
  latest.current = push;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The latest change that the address does not say yet; null once the address has changed by itself.
  const asked = useRef<Filter>(null);

  useEffect(() => {
    if (read.current?.text === text && read.current.words === words) return;
    if (read.current?.text !== text) {
      clearTimeout(timer.current);
      asked.current = null;
    }
    let isCurrent = true;
    const show = (next: ReadableFilter) => {
      if (!isCurrent) return;
      read.current = { text, words };
      setFilter(next);
    };
    if (text === '') show(NO_FILTER);
    else
      void import('./filter-read.ts').then(
        ({ readFilter }) => show(readFilter(text, words)),
        () => show(null),
      );
    return () => {
      isCurrent = false;
    };
  }, [text, words]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asked.current = null;
    },
    [],
  );

  const change = useCallback(
    (next: Filter) => {
      setFilter(next);
      clearTimeout(timer.current);
      asked.current = next;
      timer.current = setTimeout(() => {
        void import('./tools.ts').then(({ filterText }) => {
          if (asked.current !== next) return;
          const now = filterText(next, words);
          if (now === read.current?.text) return;
          read.current = { text: now, words };
          latest.current(now);
        });
      }, settles);
    },
    [words],
  );
  return [filter, change];
}
