import { StoreError } from '../../store/core/store-error.ts';
import { BusyError } from '../core/busy-error.ts';
import { PROTOCOL } from '../core/protocol-errors.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { ENGLISH_MESSAGES } from '../runtime/server-messages.ts';
import { protocolAnswer, standardAnswer } from './answer.ts';
import { isAborted } from './body.ts';

const retrySeconds = 5;

/** Answers to an exception. Its message is logged and never sent. */
export function answerError(
  context: Pick<RequestContext, 'runtime' | 'version' | 'request' | 'url' | 'route'>,
  error: unknown,
): Response {
  const { runtime, request, route } = context;
  try {
    if (error instanceof StoreError && error.trouble === 'document changed')
      return standardAnswer(context, 'DOCUMENT_CHANGED');
    if (error instanceof StoreError && error.trouble === 'too broad') return protocolAnswer(context, 'TOO_BROAD');
    if (error instanceof StoreError && error.trouble === 'too many uploads')
      return protocolAnswer(context, 'TOO_MANY_UPLOADS');
    if (isAborted(request)) return standardAnswer(context, 'UNREADABLE', { reason: 'its body is incomplete' });
    runtime.log({ level: 'error', message: `${request.method} ${route} failed.`, error });
    if (error instanceof StoreError || error instanceof BusyError)
      return standardAnswer(context, 'UNAVAILABLE', {}, { retryAfter: retrySeconds });
    return protocolAnswer(context, 'INTERNAL');
  } catch (worse) {
    runtime.log({ level: 'error', message: 'An answer to a failure failed.', error: worse });
    const { status } = PROTOCOL.INTERNAL;
    const title = ENGLISH_MESSAGES.protocol.INTERNAL.message;
    const problem = { type: '/_/errors/INTERNAL', title, status, code: 'INTERNAL' };
    return new Response(JSON.stringify(problem), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    });
  }
}
