import type { Answered, Step, Steps, Wait } from '../core/db-program.ts';
import type { Database } from './sqlite-database.ts';

/** Takes all the steps of some work, now. */
export function atOnce<T>(database: Database, steps: Steps<T>): T {
  let next = steps.next();
  while (next.done !== true) next = steps.next(answered(database, next.value));
  return next.value;
}

/** Milliseconds that nobody else has to wait for. */
const SLICE = 5;

/** The same, with a turn for whatever else is waiting whenever it has taken a while. */
export async function inSlices<T>(database: Database, steps: Steps<T>): Promise<T> {
  let until = performance.now() + SLICE;
  let next = steps.next();
  while (next.done !== true) {
    if (performance.now() > until) {
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + SLICE;
    }
    next = steps.next(answered(database, next.value));
  }
  return next.value;
}

const NOTHING: Answered = { rows: [], changes: 0 };

/** Everything is answered at once, what is only sent too. */
function answered(database: Database, step: Step | Wait): Answered {
  if ('wait' in step) return NOTHING;
  const answer = answerOf(database, step);
  if (step.into !== undefined) step.into.answer = answer;
  return answer;
}

function answerOf(database: Database, { sql, parameters, wants }: Step): Answered {
  if (parameters === null) {
    database.exec(sql);
    return NOTHING;
  }
  if (wants === 'rows') return { rows: database.all(sql, parameters), changes: 0 };
  if (wants === 'changes') return { rows: NOTHING.rows, changes: database.run(sql, parameters) };
  const row = database.get(sql, parameters);
  return row === undefined ? NOTHING : { rows: [row], changes: 0 };
}

/** The same in a transaction of its own, which is taken back where anything fails or `keeps` says no. */
export function inTransaction<T>(database: Database, steps: Steps<T>, keeps: (result: T) => boolean = () => true): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = atOnce(database, steps);
    database.exec(keeps(result) ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (cause) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw cause;
  }
}
