import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { partTexts } from './texts.ts';

/** Whose session is over signs in at the address where they are: what was typed is there again then. */
function SignInAgain() {
  return (
    <Button size="small" onPress={() => globalThis.location.reload()}>
      {texts.account.signIn}
    </Button>
  );
}

/** A refusal or failure where its answer would stand: message, what to do, code, and a second try where one makes sense. */
export function ProblemNote({
  problem,
  retry,
}: {
  readonly problem: Problem;
  /** What it gives is waited for: a second try that is refused as the first was changes nothing else here. */
  readonly retry?: (() => unknown) | undefined;
}) {
  const [isBusy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await retry?.();
    setBusy(false);
  };
  const { detail, next, code, retryAfter, decidedBy } = problem;
  return (
    <div className="problem" role="alert" data-element={decidedBy?.[0]?.element}>
      <CircleAlert size={18} aria-hidden className="problem-icon" />
      <div className="problem-body">
        <p className="problem-message">{detail}</p>
        {next !== undefined && next !== '' && <p className="problem-next">{next}</p>}
        {retryAfter !== undefined && <p className="problem-next">{partTexts.retryIn(retryAfter)}</p>}
        <p className="code">{code}</p>
      </div>
      {retry !== undefined && problem.status === 401 && <SignInAgain />}
      {retry !== undefined && (
        <Button size="small" busy={isBusy} onPress={() => void again()}>
          {partTexts.tryAgain}
        </Button>
      )}
    </div>
  );
}
