import { useEffect, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { texts } from '../../texts/application-texts.ts';
import { formTexts } from '../../texts/form-texts.ts';
import type { Trouble } from './save-trouble.ts';

interface NoteProps {
  readonly trouble: Trouble;
  readonly onSendAgain: () => void;
  readonly onLoadAgain: () => void;
}

/** Shows a problem that concerns the whole form, with the button that the problem calls for. */
export function TroubleNote({ trouble, onSendAgain, onLoadAgain }: NoteProps) {
  const { problem, wayOn } = trouble;
  const seconds = useSeconds(trouble);
  const { detail, code, decidedBy } = problem;
  const next = code === 'UNREACHABLE' ? formTexts.unreachableNext : (problem.next ?? '');
  const again = (
    <Button size="small" onPress={onSendAgain}>
      {seconds > 0 ? formTexts.waiting(seconds) : formTexts.sendAgain}
    </Button>
  );
  const anew = (
    <Button size="small" onPress={onLoadAgain}>
      {problem.status === 401 ? texts.account.signIn : formTexts.loadAgain}
    </Button>
  );
  const action = wayOn === 'send again' ? again : wayOn === 'load again' ? anew : undefined;
  return (
    <Banner tone="danger" element={decidedBy?.[0]?.element} action={action}>
      <strong>{detail}</strong> {next} {formTexts.kept} <span className="code">{code}</span>
    </Banner>
  );
}

/** Says that input is not validated before the submit, because the engine could not be loaded. */
export function Unjudged({ onLoadAgain }: Pick<NoteProps, 'onLoadAgain'>) {
  const anew = (
    <Button size="small" onPress={onLoadAgain}>
      {formTexts.loadAgain}
    </Button>
  );
  return (
    <Banner tone="warning" action={anew}>
      <strong>{formTexts.unjudged}</strong> {formTexts.unjudgedNext} {formTexts.kept}
    </Banner>
  );
}

function useSeconds({ wait }: Trouble): number {
  const [left, setLeft] = useState(wait);
  useEffect(() => {
    setLeft(wait);
    if (wait === 0) return;
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, [wait]);
  return left;
}
