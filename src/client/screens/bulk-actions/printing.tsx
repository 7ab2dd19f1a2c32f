import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { renderedRange } from './rendered-rows.ts';
import '../../styles/printed.css';

/**
 * Has every row that is loaded on the paper, in its order, and not those alone that are in sight. `all`: how many the list
 * finds, where that is more than what is loaded; else null.
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

/** The paper is taken for a window that is high enough for all of them. */
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
