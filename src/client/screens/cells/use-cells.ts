import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { focusFirst } from '../../components-base/focus-restore.ts';
import { loadModule } from '../../components-base/lazy-preloaded.ts';
import type { Column } from '../columns/columns.ts';
import { type CellPlace, cellOf, nextCell } from './cells.ts';
import { type CellHandlers, loadEditor } from './grid-cell.tsx';

/** How the changing of a cell ended: saved or taken back. */
export interface CellEnd {
  /** To the next cell, the one before, or none. */
  readonly move: 1 | 0 | -1;
  /** The focus was still in it. */
  readonly isHere: boolean;
}

/** What is open: the input of a cell, which stays whatever becomes of the record, or why there is none. */
export type CellShows = 'input' | 'reason';

export interface CellsInHand {
  /** The cell that is changed, or that says why it can't be. */
  readonly opened: (CellPlace & { readonly shows: CellShows }) | null;
  readonly handlers: CellHandlers;
  /** An input is on its way: what is typed now is meant for it. */
  readonly isKeptHere: () => boolean;
}

/** The cell of a list that is open, one at a time. One that is being saved is waited for; one that was refused stays. */
export function useCells(
  records: readonly WireRecord[],
  columns: readonly Column[],
  body: RefObject<HTMLElement | null>,
  isInline: boolean,
): CellsInHand {
  const [opened, setOpened] = useState<CellsInHand['opened']>(null);
  const wanted = useRef<CellPlace | null>(null);
  const latest = useRef({ records, columns, opened });
  latest.current = { records, columns, opened };
  const isGone = opened !== null && !records.some(({ id }) => id === opened.id);
  useEffect(() => {
    if (isGone) setOpened(null);
  }, [isGone]);
  useEffect(() => {
    const element = body.current;
    if (!isInline || element === null) return;
    const load = () => void loadModule(loadEditor).catch(() => undefined);
    element.addEventListener('focusin', load, { once: true });
    return () => element.removeEventListener('focusin', load);
  }, [body, isInline]);

  const editor = useCallback(() => body.current?.querySelector<HTMLElement>('.cell-editor') ?? null, [body]);
  const mayChange = useCallback((at: CellPlace) => {
    const { records: rows, columns: all } = latest.current;
    const record = rows.find(({ id }) => id === at.id);
    const column = all.find(({ name }) => name === at.column);
    return record !== undefined && column !== undefined && cellOf(record, column) === null;
  }, []);
  const isChanged = useCallback(() => latest.current.opened?.shows === 'input', []);
  const handlers = useMemo<CellHandlers>(
    () => ({
      open: (id, column) => {
        const held = isChanged() ? editor() : null;
        if (held === null) {
          setOpened({ id, column, shows: mayChange({ id, column }) ? 'input' : 'reason' });
        } else if (!mayChange({ id, column })) return;
        else if (held.ariaBusy === 'true') wanted.current = { id, column };
        else focusFirst(held);
      },
      close: () => setOpened((at) => (isChanged() ? at : null)),
      refused: () => {
        wanted.current = null;
      },
      end: ({ move, isHere }) => {
        const { opened: at, records: rows, columns: all } = latest.current;
        const next = wanted.current ?? (move === 0 || at === null ? null : nextCell(rows, all, at, move));
        wanted.current = null;
        flushSync(() => setOpened(next === null ? null : { ...next, shows: 'input' }));
        if (next === null && isHere && at !== null) cellElement(body.current, at)?.focus();
      },
    }),
    [body, editor, isChanged, mayChange],
  );
  return { opened: isGone ? null : opened, handlers, isKeptHere: () => isChanged() && editor() === null };
}

/** A row as it is drawn; null where it is not. */
export const rowElement = (body: HTMLElement | null, id: string): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;

/** A cell as it is drawn; null where it is not, or nobody ever types there. */
export function cellElement(body: HTMLElement | null, { id, column }: CellPlace): HTMLElement | null {
  return rowElement(body, id)?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(column)}"]`) ?? null;
}

/** The column of the cell that something stands in. */
export const columnAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? null;
