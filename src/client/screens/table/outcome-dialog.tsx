import { CircleCheck } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Link } from '../../parts/link.tsx';
import { useView } from '../../view/view.tsx';
import { tableTexts } from './texts.ts';
import type { ActionsInHand } from './use-actions.ts';

interface OutcomeDialogProps {
  readonly entity: string;
  readonly outcome: NonNullable<ActionsInHand['outcome']>;
  readonly onClose: () => void;
}

/** What became of an action on many rows: how many were done, and of each other why not. */
export function OutcomeDialog({ entity, outcome: { label, result }, onClose }: OutcomeDialogProps) {
  const { format, recordRoute } = useView();
  const { done, refused } = result;
  return (
    <Dialog
      title={tableTexts.outcome(label)}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose} autoFocus>
          {tableTexts.close}
        </Button>
      }
    >
      <p className="outcome-sum">
        <CircleCheck size={15} aria-hidden /> {tableTexts.doneCount(format.number(done.length, 0))},{' '}
        {tableTexts.refusedCount(format.number(refused.length, 0))}
      </p>
      <ul className="outcome-list">
        {refused.map(({ id, title, message, next, code }) => {
          const to = recordRoute(entity, id);
          return (
            <li key={id} className="outcome-row">
              <span className="outcome-title">{to === null ? title : <Link to={to}>{title}</Link>}</span>
              <span className="outcome-why">
                {message} {next} <span className="code">{code}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
