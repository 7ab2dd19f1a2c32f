import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntityInView, ViewContext } from '../../view/view-context.tsx';
import type { Filter } from './filter-model.ts';
import { NO_FILTER } from './filter-start.ts';

const settles = 250;

/** The filter of the address as chips. `undefined`: being read; `null`: it says more than chips can. */
export type ReadableFilter = Filter | null | undefined;

/** What the words of a filter are of. The same object as long as both are the same. */
export interface FilterOf {
  readonly context: ViewContext;
  readonly entity: EntityInView;
}

/**
 * Chips over the text in the address. What is not filled in yet lives here alone; the address gets the rest once
 * nobody has typed for a moment. The notation's reader is loaded when there is something to read.
 */
export function useFilter(
  text: string,
  of: FilterOf,
  push: (text: string) => void,
): readonly [ReadableFilter, (filter: Filter) => void] {
  const [filter, setFilter] = useState<ReadableFilter>(text === '' ? NO_FILTER : undefined);
  const read = useRef<{ readonly text: string; readonly of: FilterOf }>(text === '' ? { text, of } : null);
  const latest = useRef(push);
  latest.current = push;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The latest change that the address does not say yet; null once the address has changed by itself.
  const asked = useRef<Filter>(null);

  useEffect(() => {
    if (read.current?.text === text && read.current.of === of) return;
    if (read.current?.text !== text) {
      clearTimeout(timer.current);
      asked.current = null;
    }
    let isCurrent = true;
    const show = (next: ReadableFilter) => {
      if (!isCurrent) return;
      read.current = { text, of };
      setFilter(next);
    };
    if (text === '') show(NO_FILTER);
    else
      void import('./parse-filter.ts').then(
        ({ readFilter, filterWordsOf }) => show(readFilter(text, filterWordsOf(of))),
        () => show(null),
      );
    return () => {
      isCurrent = false;
    };
  }, [text, of]);

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
        void Promise.all([import('./filter-text.ts'), import('./filter-fields.ts')]).then(
          ([{ filterText }, { filterWordsOf }]) => {
            if (asked.current !== next) return;
            const now = filterText(next, filterWordsOf(of));
            if (now === read.current?.text) return;
            read.current = { text: now, of };
            latest.current(now);
          },
        );
      }, settles);
    },
    [of],
  );
  return [filter, change];
}
