import { useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { formTexts } from './texts.ts';
import type { Trouble } from './trouble.ts';

interface NoteProps {
  readonly trouble: Trouble;
  readonly onSendAgain: () => void;
}

/** An answer that concerns the whole form, in the words of the catalogue, with what one can do about it. */
export function TroubleNote({ trouble, onSendAgain }: NoteProps) {
  const { problem, wayOn } = trouble;
  const seconds = useSeconds(trouble);
  return (
    <div className="form-trouble" role="alert" data-element={`error/${problem.code}`}>
      <p className="form-trouble-text">
        <strong>{problem.detail}</strong> {problem.next} {formTexts.kept}
      </p>
      <p className="form-trouble-foot">
        <code>{problem.code}</code>
        {wayOn === 'send again' && (
          <Button variant="plain" onPress={onSendAgain}>
            {seconds > 0 ? formTexts.waiting(seconds) : formTexts.sendAgain}
          </Button>
        )}
        {wayOn === 'load again' && (
          <Button variant="plain" onPress={() => globalThis.location.reload()}>
            {formTexts.loadAgain}
          </Button>
        )}
      </p>
    </div>
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
