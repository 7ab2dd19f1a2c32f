import type { Problem } from '../../../engine/wire.ts';

/** Whether a refusal speaks of the filter that was asked, and not of the list. */
export function isFilterProblem({ status, detail }: Problem, filter: string): boolean {
  return status === 400 && filter !== '' && detail.includes('“filter”');
}

/** What is wrong with a filter, without the words around it: `There is no "foo" here.` */
export function reasonOf({ detail }: Problem): string {
  const inside = /“filter” must be [^(]*\((.+)\)\.?$/s.exec(detail)?.[1];
  return inside ?? detail;
}
