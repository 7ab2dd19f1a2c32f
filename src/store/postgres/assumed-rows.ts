import type { OptimisticRead, SqlRow, Step } from '../core/db-program.ts';

/** What one transaction goes by before it is answered, on its way to become one statement that fails where any of it is not so. */
export interface Beliefs {
  /** The rows to go on with; null: this statement is to be asked. */
  readonly take: (step: Step) => readonly SqlRow[] | null;
  /** What makes sure of everything that was taken since; null: there is nothing. */
  readonly give: () => Step | null;
}

/** Nothing is believed once something was written: the data are not any more as whoever believes saw them. */
export function beliefsOf(believes: boolean): Beliefs {
  let isBelieving = believes;
  let taken: OptimisticRead[] = [];
  return {
    take: ({ assumed, wants }) => {
      if (wants === 'changes') isBelieving = false;
      if (assumed === undefined || !isBelieving) return null;
      taken.push(assumed);
      return assumed.rows;
    },
    give: () => {
      if (taken.length === 0) return null;
      const holds = taken.map((each) => each.condition).join(' AND ');
      const parameters = taken.flatMap((each) => each.parameters);
      taken = [];
      return { sql: `SELECT as_believed(${holds})`, parameters, wants: 'row' };
    },
  };
}
