import type { Problem } from '../../engine/core/wire-format.ts';
import { ProblemError, unreachable } from '../api/request.ts';
import { languageHeader } from '../platform/page-settings.ts';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives a fraction from 0 to 1; 1 once everything was sent and the answer is awaited. */
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Posts bytes and resolves to the JSON of the answer. Rejects with `ProblemError`, or with an AbortError if `signal`
 * aborts.
 */
export function sendFile<T>(path: string, body: Blob, { headers = {}, onProgress, signal }: SendOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = (problem: Problem) => reject(new ProblemError(problem));
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    xhr.upload.onload = () => onProgress?.(1);
    xhr.onload = () => {
      const content = contentOf(xhr.responseText);
      const isDone = xhr.status >= 200 && xhr.status < 300;
      const isOurs = xhr.getResponseHeader('ninefold-document') !== null;
      if (isDone && isOurs && content !== null) resolve(content as T);
      else if (!isDone && content !== null && 'code' in content && 'detail' in content) fail(content as Problem);
      else fail({ ...unreachable(path), status: isDone ? 0 : xhr.status });
    };
    xhr.onerror = () => fail(unreachable(path));
    xhr.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.open('POST', path);
    for (const [name, value] of Object.entries({ accept: 'application/json', ...languageHeader, ...headers }))
      xhr.setRequestHeader(name, value);
    xhr.send(body);
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
