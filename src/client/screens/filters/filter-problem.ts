import type { Problem } from '../../../engine/core/wire-format.ts';

/** Whether the server refused a list because of its filter. */
export function isFilterProblem({ status, detail }: Problem, filter: string): boolean {
  return status === 400 && filter !== '' && detail.includes('“filter”');
}
