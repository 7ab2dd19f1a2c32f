import { useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { ProblemError, unreachable } from '../api/request.ts';

/** The state of a request: in flight, or the problem it was refused with. */
export interface Sending {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Runs a request, one at a time. Resolves to whether it succeeded. */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>;
}

export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await work();
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(error instanceof ProblemError ? error.problem : unreachable(globalThis.location.pathname));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send };
}
