import type { DbProgram, DbStatement, StatementResult, Wait } from '../core/db-program.ts';
import type { Database } from './sqlite-database.ts';

/** Runs a database program synchronously and returns its result. */
export function runSync<T>(database: Database, steps: DbProgram<T>): T {
  let next = steps.next();
  while (next.done !== true) next = steps.next(answered(database, next.value));
  return next.value;
}

/** Milliseconds after which a long program lets other work run. */
const SLICE = 5;

/** Runs a database program in time slices, letting other work run in between. */
export async function runInSlices<T>(database: Database, steps: DbProgram<T>): Promise<T> {
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

const NOTHING: StatementResult = { rows: [], changes: 0 };

/** SQLite answers every statement immediately, including those sent without waiting. */
function answered(database: Database, step: DbStatement | Wait): StatementResult {
  if ('wait' in step) return NOTHING;
  const answer = answerOf(database, step);
  if (step.pending !== undefined) step.pending.answer = answer;
  return answer;
}

function answerOf(database: Database, { sql, parameters, wants }: DbStatement): StatementResult {
  if (parameters === null) {
    database.exec(sql);
    return NOTHING;
  }
  if (wants === 'rows') return { rows: database.all(sql, parameters), changes: 0 };
  if (wants === 'changes') return { rows: NOTHING.rows, changes: database.run(sql, parameters) };
  const row = database.get(sql, parameters);
  return row === undefined ? NOTHING : { rows: [row], changes: 0 };
}

/** Runs a database program in a transaction, which is rolled back if the program fails or `keeps` returns false. */
export function inTransaction<T>(
  database: Database,
  steps: DbProgram<T>,
  keeps: (result: T) => boolean = () => true,
): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = runSync(database, steps);
    database.exec(keeps(result) ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (cause) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw cause;
  }
}
