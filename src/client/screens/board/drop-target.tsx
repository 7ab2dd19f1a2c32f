import { Ban, CornerLeftDown } from 'lucide-react';
import type { RefObject } from 'react';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import { DraggedCard } from './card.tsx';
import type { CardFields } from './card-fields.ts';
import type { Move } from './moves.ts';
import type { Dragged } from './use-drag.ts';

/** Shows in a column what dropping the dragged card there would do, or why it is refused. */
export function DropPreview({ move }: { readonly move: Move }) {
  const { refusal } = move;
  return (
    <div className="board-landing" data-closed={refusal !== null || undefined} aria-hidden="true">
      <p className="board-landing-event">
        <MoveText move={move} />
      </p>
      {refusal?.next !== undefined && refusal.next !== '' && <p className="board-landing-next">{refusal.next}</p>}
    </div>
  );
}

interface GhostProps {
  readonly dragged: Dragged;
  readonly fields: CardFields;
  /** The move into the column under the pointer; null over the card's own column or none. */
  readonly move: Move | null;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** The card that follows the pointer, with what a drop would do. */
export function Ghost({ dragged: { record, from }, fields, move, ref }: GhostProps) {
  const { left, top, width } = from;
  return (
    <div ref={ref} className="board-ghost" style={{ left, top, inlineSize: width }} aria-hidden="true">
      <DraggedCard record={record} fields={fields} />
      {move !== null && (
        <p className="board-ghost-note" data-closed={move.refusal !== null || undefined}>
          <MoveText move={move} />
        </p>
      )}
    </div>
  );
}

function MoveText({ move: { offers, refusal, change, label } }: { readonly move: Move }) {
  const { format } = useView();
  if (refusal !== null) {
    return (
      <>
        <Ban size={16} aria-hidden />
        {refusal.message}
      </>
    );
  }
  const open = offers.filter((offer) => offer.refusal === null).map(({ label }) => label);
  return (
    <>
      <CornerLeftDown size={16} aria-hidden />
      {messages.board.drop({ event: change === undefined ? format.choice(open) : label })}
    </>
  );
}
