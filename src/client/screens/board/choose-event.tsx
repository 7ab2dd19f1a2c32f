import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../languages/messages.ts';
import type { EventOffer } from '../record/events.ts';
import type { Move } from './moves.ts';

interface ChooseEventProps {
  readonly record: WireRecord;
  readonly move: Move;
  readonly onChoose: (offer: EventOffer) => void;
  readonly onClose: () => void;
}

/** Asks which of several events a move is meant to raise. Events that may not be raised are disabled with the reason. */
export function ChooseEvent({ record, move, onChoose, onClose }: ChooseEventProps) {
  return (
    <Dialog
      title={`${record._.title}: ${messages.board.chooseEvent({ column: move.label })}`}
      isOpen
      onClose={onClose}
      size="small"
      actions={<Button onPress={onClose}>{messages.board.cancel}</Button>}
    >
      <p>{messages.board.chooseEventText}</p>
      <div className="board-ways">
        {move.offers.map((offer) => (
          <ActionButton
            key={offer.name}
            label={offer.label}
            refusal={offer.refusal}
            element={offer.element}
            onPress={() => onChoose(offer)}
          />
        ))}
      </div>
    </Dialog>
  );
}
