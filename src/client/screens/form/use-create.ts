import { useRef } from 'react';
import { ProblemError, request } from '../../api/request.ts';
import { type Input, useWrite } from '../../data/writes.ts';
import { messages } from '../../languages/messages.ts';

/**
 * Creates the record of a form. Resolves to the record, or to null if the person may not read it. All attempts until the
 * first success share one idempotency key, so that a create whose answer was lost is not repeated. If the input changed
 * since such a lost create, the server answers IDEMPOTENCY_MISMATCH: the form says so, and the next submit uses a new key.
 */
export function useCreate(entity: string) {
  const key = useRef('');
  key.current ||= crypto.randomUUID();
  const renew = () => {
    key.current = crypto.randomUUID();
  };
  const send: typeof request = (...asked) =>
    request<never>(...asked).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.problem.code !== 'IDEMPOTENCY_MISMATCH') throw error;
      renew();
      throw new ProblemError({ ...error.problem, ...messages.form.sentBefore });
    });
  return useWrite<{ readonly input: Input }>(entity, 'create', ({ input }) => ({ body: input }), {
    keyFor: () => ({ key: key.current, done: renew }),
    send,
  });
}
