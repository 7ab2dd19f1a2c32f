import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { messages } from '../languages/messages.ts';
import { Button } from './button.tsx';

/**
 * For an expired session: reloading shows the sign-in page at the same address, and the input is restored afterwards.
 */
function SignInAgain() {
  return (
    <Button size="small" onPress={() => globalThis.location.reload()}>
      {messages.application.account.signIn}
    </Button>
  );
}

/** Shows a problem in place of the content: message, next step, code, and a retry button where a retry makes sense. */
export function ProblemNote({
  problem,
  retry,
}: {
  readonly problem: Problem;
  /** Retries. The button is busy until the returned promise settles, so a repeated refusal changes nothing else. */
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
        {retryAfter !== undefined && (
          <p className="problem-next">{messages.components.retryIn({ seconds: retryAfter })}</p>
        )}
        <p className="code">{code}</p>
      </div>
      {retry !== undefined && problem.status === 401 && <SignInAgain />}
      {retry !== undefined && (
        <Button size="small" busy={isBusy} onPress={() => void again()}>
          {messages.components.tryAgain}
        </Button>
      )}
    </div>
  );
}
