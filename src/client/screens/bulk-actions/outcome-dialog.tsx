import { CircleCheck } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';
import { useView } from '../../view/view-context.tsx';
import type { RefusedRow } from './outcome.ts';
import type { ActionsInHand } from './use-actions.ts';
import '../../styles/table-tools.css';

interface OutcomeDialogProps {
  readonly entity: string;
  readonly outcome: NonNullable<ActionsInHand['outcome']>;
  readonly onClose: () => void;
}

/** Shows the outcome of a bulk action: the counts, an undo button, and the refused rows with their reasons. */
export function OutcomeDialog({ entity, outcome: { label, result, takeBack }, onClose }: OutcomeDialogProps) {
  const { format } = useView();
  const { done, refused } = result;
  // The outcome is outdated after the undo, and undo must not run twice.
  const undo = () => {
    onClose();
    takeBack?.onPress();
  };
  return (
    <Dialog
      title={messages.listTools.outcome({ label })}
      isOpen
      onClose={onClose}
      actions={
        <>
          {takeBack !== null && <Button onPress={undo}>{takeBack.label}</Button>}
          <Button variant="primary" onPress={onClose} autoFocus>
            {messages.listTools.close}
          </Button>
        </>
      }
    >
      <p className="outcome-sum">
        <CircleCheck size={15} aria-hidden /> {messages.listTools.doneCount({ count: format.number(done.length, 0) })},{' '}
        {messages.listTools.refusedCount({ count: format.number(refused.length, 0) })}
      </p>
      <RefusedRows entity={entity} refused={refused} />
    </Dialog>
  );
}

/** Lists the rows for which an action was refused, each with its reason. */
export function RefusedRows({ entity, refused }: { readonly entity: string; readonly refused: readonly RefusedRow[] }) {
  const { recordRoute } = useView();
  if (refused.length === 0) return null;
  return (
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
  );
}
