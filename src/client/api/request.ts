import type { Problem } from '../../engine/wire.ts';
import { languageHeader } from '../languages/spoken.ts';
import { texts } from '../texts.ts';

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
}

/** The answer's JSON, `null` where there is none (204). Rejects with `ProblemError` alone, or when `signal` aborts. */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const answer = await sent(method, path, options);
  const text = await textOf(answer, path, options.signal);
  const content = parsed(text);
  if (!answer.ok) throw new ProblemError(problemIn(content, answer, path));
  return content as T;
}

async function sent(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, raw, ifMatch, key, document, headers, signal } = options;
  try {
    return await fetch(path, {
      method,
      headers: {
        // Whatever shape a call of the document states, the screens hold records whole.
        accept: 'application/vnd.ninefold.record+json, application/json',
        ...languageHeader,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(document === undefined ? {} : { 'ninefold-document': document }),
        ...headers,
      },
      ...(raw === undefined ? {} : { body: raw }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(unreachable(path));
  }
}

/** An answer that broke off did not come: it is not one without a content. */
async function textOf(answer: Response, path: string, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(unreachable(path));
  }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function problemIn(content: unknown, answer: Response, path: string): Problem {
  if (content !== null && typeof content === 'object' && 'code' in content && 'detail' in content) {
    return content as Problem;
  }
  return { ...unreachable(path), status: answer.status };
}

/** What is said when the server can't be reached. */
export function unreachable(path: string): Problem {
  return {
    type: '/_/errors/UNREACHABLE',
    title: texts.unreachable.title,
    status: 0,
    detail: texts.unreachable.detail,
    next: texts.unreachable.next,
    instance: path,
    code: 'UNREACHABLE',
  };
}
