import type { DbStatement, OptimisticRead, SqlRow } from '../core/db-program.ts';

/** The assumed results of one transaction, to be combined into one statement that fails if any of them is wrong. */
export interface Assumptions {
  /** Returns the assumed rows of a statement; null if the statement must be sent. */
  readonly assumedRows: (step: DbStatement) => readonly SqlRow[] | null;
  /** Returns a statement that checks everything assumed since the last call; null if there is nothing to check. */
  readonly takeCheck: () => DbStatement | null;
}

/** After the first write nothing is assumed, because the assumptions describe the data before it. */
export function collectAssumptions(believes: boolean): Assumptions {
  let isBelieving = believes;
  let taken: OptimisticRead[] = [];
  return {
    assumedRows: ({ assumed, wants }) => {
      if (wants === 'changes') isBelieving = false;
      if (assumed === undefined || !isBelieving) return null;
      taken.push(assumed);
      return assumed.rows;
    },
    takeCheck: () => {
      if (taken.length === 0) return null;
      const holds = taken.map((each) => each.condition).join(' AND ');
      const parameters = taken.flatMap((each) => each.parameters);
      taken = [];
      return { sql: `SELECT as_believed(${holds})`, parameters, wants: 'row' };
    },
  };
}
