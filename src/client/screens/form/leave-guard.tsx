import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formTexts } from '../../texts/form-texts.ts';
import { useLeaving } from '../../view/leave-confirmation.ts';

interface GuardProps {
  /** Whether anything is typed; asked at the moment of leaving. */
  readonly isOpen: () => boolean;
  readonly onDiscard: () => void;
}

/** Asks before somebody leaves what they typed; whoever leaves finds it again unless they discard it. */
export function LeaveGuard({ isOpen, onDiscard }: GuardProps) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => undefined);
  useLeaving(
    isOpen,
    () =>
      new Promise((resolve) => {
        // Whoever goes elsewhere meanwhile has changed their mind about where to.
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
  const { leave } = formTexts;
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
