import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { EventOffer } from '../record/events.ts';
import type { Move } from './moves.ts';
import { boardTexts } from './texts.ts';

interface ChooseEventProps {
  readonly record: WireRecord;
  readonly move: Move;
  readonly onTake: (way: EventOffer) => void;
  readonly onClose: () => void;
}

/** Asks which of several events is meant; those that may not be raised say why. */
export function ChooseEvent({ record, move, onTake, onClose }: ChooseEventProps) {
  return (
    <Dialog
      title={`${record._.title}: ${boardTexts.which(move.label)}`}
      isOpen
      onClose={onClose}
      size="small"
      actions={<Button onPress={onClose}>{boardTexts.cancel}</Button>}
    >
      <p>{boardTexts.whichText}</p>
      <div className="board-ways">
        {move.ways.map((way) => (
          <ActionButton
            key={way.name}
            label={way.label}
            refusal={way.refusal}
            element={way.element}
            onPress={() => onTake(way)}
          />
        ))}
      </div>
    </Dialog>
  );
}
