import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { renderedRange } from './use-rendered-rows.ts';
import '../../styles/printed.css';

/**
 * Renders all loaded rows for printing, in their order, instead of only the visible ones. `all`: the formatted number of
 * matching rows; null if all of them are loaded.
 */
export function Printing({ loaded, all }: { readonly loaded: number; readonly all: string | null }) {
  const { format } = useView();
  useEffect(() => {
    globalThis.addEventListener('beforeprint', drawAll);
    globalThis.addEventListener('afterprint', drawSome);
    return () => {
      globalThis.removeEventListener('beforeprint', drawAll);
      globalThis.removeEventListener('afterprint', drawSome);
    };
  }, []);
  return all === null ? null : (
    <p className="printed">{messages.listTools.printed({ loaded: format.number(loaded, 0), all })}</p>
  );
}

/** Tells the virtualizer that the viewport is high enough for all rows, so that it renders all of them. */
function drawAll(): void {
  const { rows } = renderedRange;
  if (rows === null) return;
  drawAs(rows, 0, rows.getTotalSize());
  for (const row of rows.scrollElement?.querySelectorAll<HTMLElement>('[aria-rowindex]') ?? [])
    row.style.order = row.ariaRowIndex ?? '';
}

function drawSome(): void {
  const { rows } = renderedRange;
  const box = rows?.scrollElement ?? null;
  if (rows !== null && box !== null) drawAs(rows, box.scrollTop, box.offsetHeight);
}

function drawAs(rows: NonNullable<typeof renderedRange.rows>, offset: number, height: number): void {
  flushSync(() => {
    rows.scrollOffset = offset;
    rows.scrollRect = { width: 0, height };
    rows.measure();
  });
}
