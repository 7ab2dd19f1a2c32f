import type { Problem } from '../../../engine/core/wire-format.ts';
import { ProblemError } from '../../api/request.ts';
import type { BulkOutcome, BulkRequest } from '../../data/bulk.ts';
import type { MatchingEnd } from './matching.ts';
import { outcomeOf, type RefusedRow } from './outcome.ts';
import type { TakeBack } from './take-back.ts';

/** Undoes a bulk action batch by batch. `onPart` receives the number of undone rows and the refused rows of each batch. */
export async function runTakeBack(
  parts: readonly TakeBack[],
  raise: (ask: BulkRequest) => Promise<readonly BulkOutcome[]>,
  onPart: (done: number, refused: readonly RefusedRow[]) => void,
): Promise<MatchingEnd> {
  for (const { event, rows } of parts) {
    const titles = new Map(rows.map(({ id, title }) => [id, title] as const));
    const outcomes: readonly BulkOutcome[] | Problem = await raise({ event, rows }).catch((error: unknown) => {
      if (error instanceof ProblemError) return error.problem;
      throw error;
    });
    if ('code' in outcomes) return { how: 'broken', problem: outcomes };
    const { done, refused } = outcomeOf(outcomes, (id) => titles.get(id) ?? '');
    onPart(done.length, refused);
  }
  return { how: 'whole' };
}
