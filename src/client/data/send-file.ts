import type { Problem } from '../../engine/core/wire-format.ts';
import { ProblemError, unreachable } from '../api/request.ts';
import { languageHeader } from '../platform/page-settings.ts';

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives a fraction from 0 to 1; 1 once everything was sent and the answer is awaited. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Posts bytes and resolves to the JSON of the answer. Rejects with `ProblemError`, or with an AbortError if `signal`
 * aborts.
 */
export function sendFile<T>(path: string, body: Blob, { headers = {}, onProgress, signal }: Sending): Promise<T> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const fail = (problem: Problem) => reject(new ProblemError(problem));
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    sending.upload.onload = () => onProgress?.(1);
    sending.onload = () => {
      const content = contentOf(sending.responseText);
      const isDone = sending.status >= 200 && sending.status < 300;
      const isOurs = sending.getResponseHeader('ninefold-document') !== null;
      if (isDone && isOurs && content !== null) resolve(content as T);
      else if (!isDone && content !== null && 'code' in content && 'detail' in content) fail(content as Problem);
      else fail({ ...unreachable(path), status: isDone ? 0 : sending.status });
    };
    sending.onerror = () => fail(unreachable(path));
    sending.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.open('POST', path);
    for (const [name, value] of Object.entries({ accept: 'application/json', ...languageHeader, ...headers }))
      sending.setRequestHeader(name, value);
    sending.send(body);
  });
}

function contentOf(text: string): object | null {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' ? content : null;
  } catch {
    return null;
  }
}
