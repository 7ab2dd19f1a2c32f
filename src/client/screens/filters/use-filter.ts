import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntityInView, ViewContext } from '../../view/view-context.tsx';
import type { Filter } from './filter-model.ts';
import { NO_FILTER } from './filter-start.ts';

const settles = 250;

/** The filter of the address as conditions; `undefined` while it is parsed, `null` if chips can't show it. */
export type ReadableFilter = Filter | null | undefined;

/** What a filter is parsed with. Must be memoized, since a new object parses the filter again. */
export interface FilterOf {
  readonly context: ViewContext;
  readonly entity: EntityInView;
}

/**
 * Returns the filter of the address and a function that changes it. Complete conditions are written to the address
 * 250 ms after the last change; incomplete ones are only in the state of this hook. The parser is loaded on first use.
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
  // The latest change, so that no older one is written to the address; null after the address changed by other means.
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
