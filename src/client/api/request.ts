import type { Problem } from '../../engine/core/wire-format.ts';
import { messages } from '../languages/messages.ts';
import { headersFor, parseAnswer, type ReadResponse, readResponse, takeEarlyAnswer } from './early-answers.ts';

/** A request that was refused, or that did not reach the server: then its code is UNREACHABLE. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: Blob;
  /** The record's `_.etag`, unchanged. */
  readonly ifMatch?: string;
  /** Idempotency key: makes a retry harmless. */
  readonly key?: string;
  /** The hash of the document that the page was rendered from. */
  readonly document?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Lets the request continue when the page closes. Browsers allow this for small bodies only. */
  readonly keepalive?: boolean;
}

/**
 * Resolves to the JSON of the response, null if it has none (204). Rejects with `ProblemError`, or with the abort
 * reason of `signal`. A response that is not from our server (such as the login page of a network) counts as
 * unreachable.
 */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const answer = await fetchAnswer(method, path, options);
  const content = contentOf(answer);
  if (!answer.ok) throw new ProblemError(problemIn(content, answer, path));
  if (content === undefined) throw new ProblemError(unreachable(path));
  return content as T;
}

/** A response that was cut off counts as unreachable, not as one without content. */
async function fetchAnswer(method: string, path: string, options: RequestOptions): Promise<ReadResponse> {
  const { signal } = options;
  try {
    const early = method === 'GET' ? takeEarlyAnswer(path, options.document) : null;
    if (early === null) return await send(method, path, options);
    const answer = await early;
    signal?.throwIfAborted();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(unreachable(path));
  }
}

async function send(method: string, path: string, options: RequestOptions): Promise<ReadResponse> {
  const { body, raw, ifMatch, key, document, headers, signal, keepalive = false } = options;
  const answer = await fetch(path, {
    method,
    // Not `cors`, which would use a preloaded response (see `early-answers.ts`).
    mode: 'same-origin',
    keepalive,
    headers: {
      ...headersFor(document),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(raw === undefined ? {} : { body: raw }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  return readResponse(answer);
}

/**
 * Returns the JSON of a response, null if it is empty. Undefined if it is not JSON, or a success that our server did
 * not send.
 */
export function contentOf({ ok, isOurs, text }: ReadResponse): unknown {
  try {
    return ok && !isOurs ? undefined : text === '' ? null : parseAnswer(text);
  } catch {
    return undefined;
  }
}

function problemIn(content: unknown, answer: ReadResponse, path: string): Problem {
  if (typeof content === 'object' && content !== null && 'code' in content && 'detail' in content) {
    return content as Problem;
  }
  return { ...unreachable(path), status: answer.status };
}

/** The problem that is shown when the server can't be reached. */
export function unreachable(path: string): Problem {
  return {
    type: '/_/errors/UNREACHABLE',
    title: messages.application.unreachable.detail,
    status: 0,
    detail: messages.application.unreachable.detail,
    next: messages.application.unreachable.next,
    instance: path,
    code: 'UNREACHABLE',
  };
}
