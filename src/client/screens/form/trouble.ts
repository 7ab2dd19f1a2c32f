import type { Problem } from '../../../engine/core/wire-format.ts';

/** What a person can do about an answer that is no failure of a field. */
export type WayOn = 'send again' | 'load again' | 'compare' | 'none';

/** An answer that concerns the whole form. `wait`: seconds until sending again makes sense. */
export interface Trouble {
  readonly problem: Problem;
  readonly wayOn: WayOn;
  readonly wait: number;
}

/** What to offer after this answer. What is typed stays in every case. */
export function troubleOf(problem: Problem): Trouble {
  return { problem, wayOn: wayOn(problem), wait: problem.retryAfter ?? 0 };
}

function wayOn({ status, code, current }: Problem): WayOn {
  if (code === 'DOCUMENT_CHANGED') return 'load again';
  // Whatever status the document gives it: the record as it is now comes with nothing else.
  if (current !== undefined) return 'compare';
  if (status === 412) return 'load again';
  if (status === 401 || status === 428) return 'load again';
  // 0: nothing came back; the same key makes sending it again harmless.
  if (status === 0 || status === 408 || status === 429 || status >= 500) return 'send again';
  return 'none';
}
