import { StoreError } from '../../store/core/store-error.ts';
import { Busy } from '../core/busy-error.ts';
import { PROTOCOL } from '../core/http-refusals.ts';
import type { Asking } from '../runtime/request-context.ts';
import { protocolAnswer, standardAnswer } from './answer.ts';
import { isCutShort } from './body.ts';

const retrySeconds = 5;

/** What a fault of ours is answered with: never its own text, which is for the log alone. */
export function answerError(
  arrived: Pick<Asking, 'runtime' | 'version' | 'request' | 'url' | 'route'>,
  error: unknown,
): Response {
  const { runtime, request, route } = arrived;
  try {
    if (error instanceof StoreError && error.trouble === 'document changed')
      return standardAnswer(arrived, 'DOCUMENT_CHANGED');
    if (error instanceof StoreError && error.trouble === 'too broad') return protocolAnswer(arrived, 'TOO_BROAD');
    if (error instanceof StoreError && error.trouble === 'too many uploads')
      return protocolAnswer(arrived, 'TOO_MANY_UPLOADS');
    if (isCutShort(request)) return standardAnswer(arrived, 'UNREADABLE', { reason: 'its body did not come whole' });
    runtime.log({ level: 'error', message: `${request.method} ${route} failed.`, error });
    if (error instanceof StoreError || error instanceof Busy)
      return standardAnswer(arrived, 'UNAVAILABLE', {}, { retryAfter: retrySeconds });
    return protocolAnswer(arrived, 'INTERNAL');
  } catch (worse) {
    runtime.log({ level: 'error', message: 'An answer to a failure failed.', error: worse });
    const { message, status } = PROTOCOL.INTERNAL;
    const problem = { type: '/_/errors/INTERNAL', title: message, status, code: 'INTERNAL' };
    return new Response(JSON.stringify(problem), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    });
  }
}
