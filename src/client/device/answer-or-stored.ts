import type { QueryPersister } from '@tanstack/react-query';
import { ProblemError } from '../api/request.ts';
import type * as Kept from './stored-answers.ts';

/** Whether the request did not reach the server. Any answer, even a refusal, means that it did. */
export const isUnreachable = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.status === 0;

/**
 * Asks the server. If it is unreachable, `find` looks for an answer stored on this device; the original error is thrown
 * if there is none.
 */
export async function orStored<T>(ask: () => T | Promise<T>, find: (device: typeof Kept) => unknown): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const storedAnswer = isUnreachable(error) ? await import('./stored-answers.ts').then(find).catch(() => null) : null;
    if (storedAnswer === null) throw error;
    return storedAnswer as T;
  }
}

/** Like `orStored`, as the persister of all queries. */
export const fetchOrStored: QueryPersister = (ask, context, query) =>
  orStored(
    () => ask(context),
    (device) => device.storedAnswerFor(query),
  );
