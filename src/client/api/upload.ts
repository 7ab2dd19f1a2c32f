import type { Problem } from '../../engine/wire.ts';
import type { FileValue } from '../../fields/value.ts';
import { ProblemError, unreachable } from './request.ts';

/**
 * Uploads a file for a field. It stays this person's alone until a write attaches it by sending the value that this
 * resolves to. `onProgress` gets a share from 0 to 1.
 */
export function upload(
  entity: string,
  field: string,
  file: File,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<FileValue> {
  const asked = new URLSearchParams({ entity, field, name: file.name });
  const path = `/_/files?${asked}`;
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const fail = (problem: Problem) => reject(new ProblemError(problem));
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    sending.onload = () => {
      const content = contentOf(sending.responseText);
      if (sending.status === 201 && content !== null) resolve(content as FileValue);
      else if (content !== null && 'code' in content) fail(content as Problem);
      else fail({ ...unreachable(path), status: sending.status });
    };
    sending.onerror = () => fail(unreachable(path));
    sending.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.open('POST', path);
    sending.setRequestHeader('accept', 'application/json');
    if (file.type !== '') sending.setRequestHeader('content-type', file.type);
    sending.send(file);
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
