import { useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useLeaving } from '../../view/location.tsx';
import { formTexts } from './texts.ts';

interface GuardProps {
  /** Whether anything is typed. */
  readonly isOpen: boolean;
  readonly onDiscard: () => void;
}

/** Asks before somebody leaves what they typed; whoever leaves finds it again unless they discard it. */
export function LeaveGuard({ isOpen, onDiscard }: GuardProps) {
  const [asking, setAsking] = useState(false);
  const answer = useRef<(leave: boolean) => void>(() => undefined);
  useLeaving(
    () => isOpen,
    () =>
      new Promise((resolve) => {
        answer.current(false);
        answer.current = resolve;
        setAsking(true);
      }),
  );
  const settle = (leave: boolean) => {
    setAsking(false);
    answer.current(leave);
  };
  const { leave } = formTexts;
  return (
    <Dialog
      title={leave.title}
      isOpen={asking}
      onClose={() => settle(false)}
      actions={
        <>
          <Button variant="plain" onPress={() => settle(false)}>
            {leave.stay}
          </Button>
          <Button
            variant="danger"
            onPress={() => {
              onDiscard();
              settle(true);
            }}
          >
            {leave.discard}
          </Button>
          <Button variant="primary" onPress={() => settle(true)}>
            {leave.leave}
          </Button>
        </>
      }
    >
      <p>{leave.text}</p>
    </Dialog>
  );
}
