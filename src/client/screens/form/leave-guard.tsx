import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { messages } from '../../languages/messages.ts';
import { useLeaveConfirmation } from '../../view/leave-confirmation.ts';

interface GuardProps {
  /** Whether the form has unsaved input. Called when the person leaves. */
  readonly isOpen: () => boolean;
  readonly onDiscard: () => void;
}

/** Asks for confirmation before leaving unsaved input. The draft keeps the input unless the person discards it. */
export function LeaveGuard({ isOpen, onDiscard }: GuardProps) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => undefined);
  useLeaveConfirmation(
    isOpen,
    () =>
      new Promise((resolve) => {
        // A second navigation replaces the first one.
        answer.current(false);
        answer.current = resolve;
        setAsking(true);
      }),
  );
  const settle = (leave: boolean) => {
    setAsking(false);
    answer.current(leave);
  };
  const discard = () => {
    onDiscard();
    settle(true);
  };
  const { leave } = messages.form;
  const actions = (
    <>
      <Button onPress={() => settle(false)} autoFocus>
        {leave.stay}
      </Button>
      <Button variant="danger" onPress={discard}>
        {leave.discard}
      </Button>
      <Button variant="primary" onPress={() => settle(true)}>
        {leave.leave}
      </Button>
    </>
  );
  return (
    <Dialog title={leave.title} isOpen={asking} onClose={() => settle(false)} actions={actions} role="alertdialog">
      <p>{leave.text}</p>
    </Dialog>
  );
}
