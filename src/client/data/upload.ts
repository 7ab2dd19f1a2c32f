import type { FileValue } from '../../fields/text/value.ts';
import { sendFile } from './send-file.ts';

/**
 * Uploads a file for a field. Only this person can use it until a write sends the resolved value. `onProgress` receives
 * a fraction from 0 to 1.
 */
export function upload(
  entity: string,
  field: string,
  file: File,
  onProgress: (share: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<FileValue> {
  const params = new URLSearchParams({ entity, field, name: file.name });
  const headers = file.type === '' ? {} : { 'content-type': file.type };
  return sendFile(`/_/files?${params}`, file, { headers, onProgress, signal });
}
