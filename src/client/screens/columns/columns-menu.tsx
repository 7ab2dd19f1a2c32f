import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { lazyWithoutFallback } from '../../components-base/lazy-preloaded.ts';
import { messages } from '../../languages/messages.ts';
import type { Grouping } from '../grouping/grouping-choice.tsx';
import type { ColumnsInHand } from './use-columns.ts';

const loadFlyout = () => import('./columns-flyout.tsx');

const ColumnsFlyout = lazyWithoutFallback(loadFlyout, 'ColumnsFlyout');

/**
 * The button that opens the column settings: visibility, order and width. The browser stores them per person and screen.
 */
export function ColumnsMenu(columns: ColumnsInHand & { readonly grouping: Grouping | null }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const near = () => void loadFlyout().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-variant="quiet"
        data-changed={columns.isChanged || undefined}
        onClick={() => setOpen(!isOpen)}
        onPointerEnter={near}
        onFocus={near}
      >
        <Columns3 size={15} aria-hidden />
        <span className="button-text table-wide">{messages.list.columns}</span>
      </button>
      {isOpen && <ColumnsFlyout {...columns} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}
