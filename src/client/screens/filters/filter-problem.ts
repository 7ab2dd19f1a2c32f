import type { Problem } from '../../../engine/core/wire-format.ts';

/** Whether a refusal speaks of the filter that was asked, and not of the list. */
export function isFilterProblem({ status, detail }: Problem, filter: string): boolean {
  return status === 400 && filter !== '' && detail.includes('“filter”');
}
