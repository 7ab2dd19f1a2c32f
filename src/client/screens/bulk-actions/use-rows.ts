import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { allOrNone, among, extended, NOTHING_SELECTED, type Selection, toggled } from './selection.ts';

/** The active row and the selected rows of a list. */
export interface RowsInHand {
  /** The ids of the loaded rows, in display order. */
  readonly order: readonly string[];
  readonly selection: Selection;
  readonly selected: readonly WireRecord[];
  /** The id and the index of the row that keys act on; null and -1 if there is none. */
  readonly active: string | null;
  readonly activeIndex: number;
  readonly activate: (id: string) => void;
  /** Selects or deselects a row; with `extend`, selects all rows from the anchor to this one. */
  readonly select: (id: string, extend: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly unselect: (ids: readonly string[]) => void;
  /** Whether all rows that match the list's query are selected, loaded or not. */
  readonly isEverything: boolean;
  readonly selectEverything: () => void;
}

/**
 * Holds the active row and the selected rows by id, so that neither moves when rows are added or removed. Selecting
 * everything ends when the query (`question`) changes or a row is selected or deselected. `remembered`: id of the row that
 * is active first.
 */
export function useRows(
  records: readonly WireRecord[],
  isReady: boolean,
  remembered: string | null,
  question: string,
): RowsInHand {
  const order = useMemo(() => records.map(({ id }) => id), [records]);
  const places = useMemo(() => new Map(order.map((id, index) => [id, index])), [order]);
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const [everything, setEverything] = useState<string | null>(null);
  const isEverything = everything === question;
  const [active, setActive] = useState<string | null>(remembered);
  const lastPlace = useRef(-1);
  const latest = useRef(order);
  latest.current = order;

  const found = active === null ? undefined : places.get(active);
  // If the active row was removed, the row at its index becomes active.
  const activeIndex =
    found ??
    (active === null || order.length === 0 || lastPlace.current < 0
      ? -1
      : Math.min(lastPlace.current, order.length - 1));
  const activeId = order[activeIndex] ?? null;
  useEffect(() => {
    if (activeIndex >= 0) lastPlace.current = activeIndex;
    if (isReady && active !== null && activeId !== active) setActive(activeId);
  }, [isReady, active, activeId, activeIndex]);

  useEffect(() => {
    if (!isReady) return;
    setSelection((before) => (isEverything ? { ids: new Set(order), anchor: null } : among(before, order)));
  }, [isReady, order, isEverything]);

  const select = useCallback((id: string, extend: boolean) => {
    setEverything(null);
    setSelection((before) => (extend ? extended(before, latest.current, id) : toggled(before, id)));
  }, []);
  const selected = useMemo(() => records.filter(({ id }) => selection.ids.has(id)), [records, selection]);
  return {
    order,
    selection,
    selected,
    active: activeId,
    activeIndex,
    activate: setActive,
    select,
    selectAll: useCallback(() => {
      setEverything(null);
      setSelection((before) => allOrNone(before, latest.current));
    }, []),
    clear: useCallback(() => {
      setEverything(null);
      setSelection(NOTHING_SELECTED);
    }, []),
    isEverything,
    selectEverything: useCallback(() => setEverything(question), [question]),
    unselect: useCallback((ids: readonly string[]) => {
      const gone = new Set(ids);
      setSelection(({ ids: before, anchor }) => ({
        ids: new Set([...before].filter((id) => !gone.has(id))),
        anchor: anchor !== null && gone.has(anchor) ? null : anchor,
      }));
    }, []),
  };
}
