import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { focusFirst } from '../../components-base/focus-restore.ts';
import { loadModule } from '../../components-base/lazy-preloaded.ts';
import type { Column } from '../columns/columns.ts';
import { type CellPlace, cellOf, nextCell } from './cells.ts';
import { type CellHandlers, loadEditor } from './grid-cell.tsx';

/** How editing of a cell ended, whether it was saved or cancelled. */
export interface CellEnd {
  /** Which cell to edit next: the next one (1), the previous one (-1) or none (0). */
  readonly move: 1 | 0 | -1;
  /** Whether the focus was still in the editor, or on no element of the page. */
  readonly isHere: boolean;
}

/**
 * What is open in a cell: its editor, which stays open even if the record's permissions change, or the reason why the cell
 * can't be changed.
 */
export type CellShows = 'input' | 'reason';

/** The open cell of a list. */
export interface CellsInHand {
  /** The cell whose editor or reason is open; null if there is none. */
  readonly opened: (CellPlace & { readonly shows: CellShows }) | null;
  readonly handlers: CellHandlers;
  /** Whether an editor was opened but is not loaded yet. The list ignores its keys meanwhile, except Escape. */
  readonly isKeptHere: () => boolean;
}

/**
 * Holds the open cell of a list; at most one is open. While an editor saves, a request to open another cell waits for it; a
 * refusal keeps the editor open.
 */
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

/** Returns the element of a row; null if the row is not rendered. */
export const rowElement = (body: HTMLElement | null, id: string): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;

/** Returns the element of a cell; null if it is not rendered or never editable. */
export function cellElement(body: HTMLElement | null, { id, column }: CellPlace): HTMLElement | null {
  return rowElement(body, id)?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(column)}"]`) ?? null;
}

/** Returns the column of the cell that contains an element; null if the cell is never editable or there is none. */
export const columnAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? null;
