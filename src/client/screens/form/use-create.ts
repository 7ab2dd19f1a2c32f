import { useRef } from 'react';
import { ProblemError, request } from '../../api/request.ts';
import { type Input, useWrite } from '../../data/writes.ts';
import { formTexts } from '../../texts/form-texts.ts';

/**
 * Makes the one record that a form is for. Resolves to it, or to null where this person may not read what they made. It has
 * one key from when the form opens until it is made, whatever is changed in between: what arrived although no answer came
 * is not made a second time. Who sends something else then is told so; what they send after that makes another one.
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
      throw new ProblemError({ ...error.problem, ...formTexts.sentBefore });
    });
  return useWrite<{ readonly input: Input }>(entity, 'create', ({ input }) => ({ body: input }), {
    keyFor: () => ({ key: key.current, done: renew }),
    send,
  });
}
