import { useEffect, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { messages } from '../../languages/messages.ts';
import type { SaveProblem } from './save-problem.ts';

interface NoteProps {
  readonly saveProblem: SaveProblem;
  readonly onRetry: () => void;
  readonly onReload: () => void;
}

/** Shows a problem that concerns the whole form, with the button that the problem calls for. */
export function SaveProblemNote({ saveProblem, onRetry, onReload }: NoteProps) {
  const { problem, remedy } = saveProblem;
  const seconds = useCountdown(saveProblem);
  const { detail, code, decidedBy } = problem;
  const next = code === 'UNREACHABLE' ? messages.form.unreachableNext : (problem.next ?? '');
  const retry = (
    <Button size="small" onPress={onRetry}>
      {seconds > 0 ? messages.form.waiting({ seconds }) : messages.form.sendAgain}
    </Button>
  );
  const reload = (
    <Button size="small" onPress={onReload}>
      {problem.status === 401 ? messages.application.account.signIn : messages.form.loadAgain}
    </Button>
  );
  const action = remedy === 'send again' ? retry : remedy === 'load again' ? reload : undefined;
  return (
    <Banner tone="danger" element={decidedBy?.[0]?.element} action={action}>
      <strong>{detail}</strong> {next} {messages.form.inputKept} <span className="code">{code}</span>
    </Banner>
  );
}

function useCountdown({ wait }: SaveProblem): number {
  const [left, setLeft] = useState(wait);
  useEffect(() => {
    setLeft(wait);
    if (wait === 0) return;
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [wait]);
  return left;
}
