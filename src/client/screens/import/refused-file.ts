import type { WireRefusedRow } from '../../../engine/core/wire-format.ts';
import { BYTE_ORDER_MARK, readCsv, safeText, separatedRow } from '../../../fields/text/csv.ts';
import { saveFile } from '../../data/csv.ts';
import { messages } from '../../languages/messages.ts';
import { rowFailures } from './row-failures.ts';
import { restFrom } from './split-file.ts';
import type { ChosenFile } from './use-import.ts';

/**
 * Returns a CSV file of the refused rows with the original headings, cells and separator, to be corrected and imported
 * again. The first column has the reason of each refusal; if the file already has that column, it is replaced. A first
 * column keeps rows with too few or too many cells unchanged. `refused` must be the outcome of importing `text`, which
 * may be a part of a file with so many rows before it.
 */
export function refusedFile(text: string, refused: readonly WireRefusedRow[], rowsBefore = 0): string {
  const read = readCsv(text, Number.POSITIVE_INFINITY);
  const [heading, ...rows] = 'rows' in read ? read.rows.map(({ cells }) => cells) : [];
  if (!('rows' in read) || heading === undefined) return '';
  const again = isReasonsHeading(heading[0] ?? '') ? 1 : 0;
  const row = (why: string, cells: readonly string[]) => separatedRow([why, ...cells.slice(again)], read.separator);
  const lines = refused.map((one) => row(safeText(reasonText(one)), rows[one.row - 1 - rowsBefore] ?? []));
  const headings = rowsBefore === 0 ? [BYTE_ORDER_MARK, row(messages.import.reasons, heading)] : [];
  return [...headings, ...lines].join('');
}

/** Whether a heading is that of the column of reasons, which fills no field. */
export const isReasonsHeading = (heading: string): boolean => heading === messages.import.reasons;

const reasonText = (one: WireRefusedRow): string =>
  rowFailures(one)
    .map(({ column, message, next }) => `${column === '' ? '' : `${column}: `}${message} ${next}`.trim())
    .join(' · ');

type Chosen = Pick<ChosenFile, 'name' | 'file' | 'parts'>;

/** Downloads the refused rows of the chosen file: `orders.csv` → `orders-refused.csv`. */
export async function saveRefused({ name, parts }: Chosen, refused: readonly WireRefusedRow[]): Promise<void> {
  const texts: string[] = [];
  for (const { bytes, rows, rowsBefore } of parts) {
    const ofPart = refused.filter(({ row }) => row > rowsBefore && row <= rowsBefore + rows);
    // The first part has the headings.
    if (ofPart.length > 0 || rowsBefore === 0) texts.push(refusedFile(await bytes.text(), ofPart, rowsBefore));
  }
  save(texts, messages.import.refusedName({ name: withoutEnding(name) }));
}

/** Downloads the rows of the chosen file from a part on, unchanged. */
export function saveRest({ name, file, parts }: Chosen, from: number): void {
  save([restFrom(file, parts, from)], messages.import.restName({ name: withoutEnding(name) }));
}

const save = (parts: BlobPart[], name: string): void => saveFile(new Blob(parts, { type: 'text/csv' }), name);

const withoutEnding = (name: string): string => name.replace(/\.(csv|txt)$/i, '');
