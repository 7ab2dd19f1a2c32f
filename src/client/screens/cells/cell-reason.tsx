import { useLayoutEffect, useRef } from 'react';
import type { WireRefusal } from '../../../engine/core/wire-format.ts';
import { Tooltip } from '../../components-base/tooltip.tsx';

export interface CellReasonProps {
  readonly id: string;
  readonly refusal: WireRefusal;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Explains why a cell can't be changed now: always to screen readers, and in a tooltip while `isOpen`. */
export function CellReason({ id, refusal, isOpen, close }: CellReasonProps) {
  const words = useRef<HTMLSpanElement>(null);
  const cell = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    cell.current = words.current?.parentElement ?? null;
  }, []);
  return (
    <>
      <span ref={words} id={id} className="reader-only">
        {`${refusal.message} ${refusal.next ?? ''}`.trim()}
      </span>
      <Tooltip control={cell} isOpen={isOpen} setOpen={(open) => !open && close()} keepOpen={stays} refusal={refusal} />
    </>
  );
}

const stays = { onPointerEnter: () => undefined, onPointerLeave: () => undefined };
