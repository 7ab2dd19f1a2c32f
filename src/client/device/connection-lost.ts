import type { QueryPersister } from '@tanstack/react-query';
import { ProblemError } from '../api/request.ts';
import type * as Kept from './stored-answers.ts';

/** Whether a request did not get through; an answer of any kind is none of this. */
export const isLost = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.status === 0;

/** Asks the server; where it can't be reached, what this device keeps is `find`'s to find. */
export async function orStored<T>(ask: () => T | Promise<T>, find: (device: typeof Kept) => unknown): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const kept = isLost(error) ? await import('./stored-answers.ts').then(find).catch(() => null) : null;
    if (kept === null) throw error;
    return kept as T;
  }
}

/** The same for a query. */
export const fetchOrStored: QueryPersister = (ask, context, query) =>
  orStored(
    () => ask(context),
    (device) => device.stoodIn(query),
  );
