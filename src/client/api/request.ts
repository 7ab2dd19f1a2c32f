import type { Problem } from '../../engine/core/wire-format.ts';
import { texts } from '../texts.ts';
import { type Answered, headersFor, takeEarly, wholeOf } from './early.ts';

/** A request that was refused, or that did not get through: then its code is UNREACHABLE. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

export interface RequestOptions {
  /** Goes as JSON. */
  readonly body?: unknown;
  /** Goes as it is, in place of `body`. */
  readonly raw?: Blob;
  /** The record's `_.etag`, as it stands there. */
  readonly ifMatch?: string;
  /** Makes a retry harmless. */
  readonly key?: string;
  /** The hash of the document that the page was drawn from. */
  readonly document?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** It goes on while the page ends; for little alone. */
  readonly keepalive?: boolean;
}

/**
 * The answer's JSON, `null` where there is none (204). Rejects with `ProblemError` alone, or when `signal` aborts. What is no
 * answer of our server (a network that wants one to sign in, a proxy) did not reach it.
 */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const answer = await answered(method, path, options);
  const content = contentOf(answer);
  if (!answer.ok) throw new ProblemError(problemIn(content, answer, path));
  if (content === undefined) throw new ProblemError(unreachable(path));
  return content as T;
}

/** An answer that broke off did not come: it is not one without a content. */
async function answered(method: string, path: string, options: RequestOptions): Promise<Answered> {
  const { signal } = options;
  try {
    const early = method === 'GET' ? takeEarly(path, options.document) : null;
    if (early === null) return await sent(method, path, options);
    const answer = await early;
    signal?.throwIfAborted();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(unreachable(path));
  }
}

async function sent(method: string, path: string, options: RequestOptions): Promise<Answered> {
  const { body, raw, ifMatch, key, document, headers, signal, keepalive = false } = options;
  const answer = await fetch(path, {
    method,
    // It is asked anew, whatever the page had the browser ask for before.
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
  return wholeOf(answer);
}

/** The JSON of an answer, `null` where it has none. Undefined: it is no JSON, or tells of something done that was not our server’s to do. */
export function contentOf({ ok, isOurs, text }: Answered): unknown {
  try {
    return ok && !isOurs ? undefined : text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemIn(content: unknown, answer: Answered, path: string): Problem {
  if (typeof content === 'object' && content !== null && 'code' in content && 'detail' in content) {
    return content as Problem;
  }
  return { ...unreachable(path), status: answer.status };
}

/** What is said when the server can't be reached. */
export function unreachable(path: string): Problem {
  return {
    type: '/_/errors/UNREACHABLE',
    title: texts.unreachable.detail,
    status: 0,
    detail: texts.unreachable.detail,
    next: texts.unreachable.next,
    instance: path,
    code: 'UNREACHABLE',
  };
}
