import type { Problem } from '../../../engine/core/wire-format.ts';

/** What the form offers the person to do about a problem that belongs to no field. */
export type Remedy = 'send again' | 'load again' | 'compare' | 'none';

/** A problem that concerns the whole form. `wait`: seconds until a retry makes sense. */
export interface SaveProblem {
  readonly problem: Problem;
  readonly remedy: Remedy;
  readonly wait: number;
}

/** Returns what to offer after a refused write. The typed values stay in every case. */
export function saveProblemOf(problem: Problem): SaveProblem {
  return { problem, remedy: remedyFor(problem), wait: problem.retryAfter ?? 0 };
}

function remedyFor({ status, code, current }: Problem): Remedy {
  if (code === 'DOCUMENT_CHANGED') return 'load again';
  // Only an edit conflict carries the current record, whatever status the document gives it.
  if (current !== undefined) return 'compare';
  if (status === 412) return 'load again';
  if (status === 401 || status === 428) return 'load again';
  // 0: no answer. The idempotency key makes a retry harmless.
  if (status === 0 || status === 408 || status === 429 || status >= 500) return 'send again';
  return 'none';
}
