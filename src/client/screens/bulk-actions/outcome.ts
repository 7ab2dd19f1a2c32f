import type { BulkOutcome } from '../../data/bulk.ts';

/** A row for which the server refused an action. */
export interface RefusedRow {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly next: string;
  readonly code: string;
}

/** The outcome of a bulk action. */
export interface Outcome {
  /** Ids of the rows for which the action succeeded. */
  readonly done: readonly string[];
  readonly refused: readonly RefusedRow[];
}

/** Splits the server's answer into successful and refused rows, in request order. */
export function outcomeOf(outcomes: readonly BulkOutcome[], titleOf: (id: string) => string): Outcome {
  const refused = outcomes.flatMap(({ id, problem }): RefusedRow[] => {
    if (problem === undefined) return [];
    const failures = problem.failures ?? [];
    const message = failures.length > 0 ? failures.map((each) => each.message).join(' ') : problem.detail;
    const next =
      failures.length > 0
        ? failures
            .map((each) => each.next ?? '')
            .join(' ')
            .trim()
        : (problem.next ?? '');
    return [{ id, title: titleOf(id) || id, message, next, code: failures[0]?.code ?? problem.code }];
  });
  const done = outcomes.filter(({ problem }) => problem === undefined).map(({ id }) => id);
  return { done, refused };
}

/** Splits a list into batches of at most `most` items. */
export function inParts<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += most) parts.push(all.slice(at, at + most));
  return parts;
}
