import type { WireImport, WireImportPreview } from '../../engine/core/wire-format.ts';
import type { ListQuery } from '../api/queries.ts';
import { ProblemError, type RequestOptions, unreachable } from '../api/request.ts';
import { languageHeader } from '../platform/page-settings.ts';
import { type SendOptions, sendFile } from './send-file.ts';

/** Downloads the rows of a list as a CSV file. Rejects like `request`. */
export async function fetchRows(
  screen: string,
  query: ListQuery,
  columns: readonly string[],
  { document = '', signal }: Pick<RequestOptions, 'document' | 'signal'>,
): Promise<Blob> {
  const params = new URLSearchParams({ screen, columns: JSON.stringify(columns) });
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  const path = `/_/export?${params}`;
  const abort = signal === undefined ? {} : { signal };
  const headers = { accept: 'text/csv, application/json', 'ninefold-document': document, ...languageHeader };
  try {
    const answer = await fetch(path, { headers, ...abort });
    if (answer.ok && answer.headers.has('ninefold-document')) return await answer.blob();
    const content: unknown = await answer.json();
    if (content !== null && typeof content === 'object' && 'code' in content && 'detail' in content)
      throw new ProblemError(content as ProblemError['problem']);
    throw new ProblemError({ ...unreachable(path), status: answer.ok ? 0 : answer.status });
  } catch (error) {
    if (error instanceof ProblemError || signal?.aborted) throw error;
    throw new ProblemError(unreachable(path));
  }
}

/** Offers a file to the person as a download. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

/** A file or a part of one to import, and the screen and document that it was chosen on. */
export interface ImportSource {
  readonly screen: string;
  readonly bytes: Blob;
  readonly document: string;
  /** Rows and lines of the file between its headings and this part. */
  readonly rowsBefore: number;
  readonly linesBefore: number;
}

/** Asks the server for the columns of a file. */
export const inspectFile = (file: ImportSource, how: SendOptions): Promise<WireImportPreview> =>
  send(file, 'look', null, how);

/** Checks the rows of a file (`check`), or imports them: `all` or nothing, or only the `valid` ones. */
export const importFile = (
  file: ImportSource,
  does: 'check' | 'all' | 'valid',
  columns: readonly (string | null)[],
  how: SendOptions & { readonly key?: string },
): Promise<WireImport> => send(file, does, columns, how);

function send<T>(
  { screen, bytes, document, rowsBefore, linesBefore }: ImportSource,
  does: string,
  columns: readonly (string | null)[] | null,
  { key, headers, ...how }: SendOptions & { readonly key?: string },
): Promise<T> {
  const params = new URLSearchParams({ screen, do: does });
  if (columns !== null) params.set('columns', JSON.stringify(columns));
  for (const [name, count] of Object.entries({ rowsBefore, linesBefore })) if (count > 0) params.set(name, `${count}`);
  const all = {
    ...headers,
    'content-type': 'text/csv; charset=utf-8',
    'ninefold-document': document,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
  return sendFile(`/_/import?${params}`, bytes, { ...how, headers: all });
}
