import type { WireRefusedRow } from '../../../engine/core/wire-format.ts';
import { BYTE_ORDER_MARK, readCsv, safeText, separatedRow } from '../../../fields/text/csv.ts';
import { saveFile } from '../../data/csv.ts';
import { messages } from '../../languages/messages.ts';
import { rowFailures } from './row-failures.ts';
import type { ChosenFile } from './use-import.ts';

/**
 * Returns a CSV file of the refused rows with the original headings, cells and separator, to be corrected and imported
 * again. The first column has the reason of each refusal; if the file already has that column, it is replaced. A first
 * column keeps rows with too few or too many cells unchanged. `refused` must be the outcome of importing `text`.
 */
export function refusedFile(text: string, refused: readonly WireRefusedRow[]): string {
  const read = readCsv(text, Number.POSITIVE_INFINITY);
  const [heading, ...rows] = 'rows' in read ? read.rows.map(({ cells }) => cells) : [];
  if (!('rows' in read) || heading === undefined) return '';
  const again = isReasonsHeading(heading[0] ?? '') ? 1 : 0;
  const row = (why: string, cells: readonly string[]) => separatedRow([why, ...cells.slice(again)], read.separator);
  const lines = refused.map((one) => row(safeText(reasonText(one)), rows[one.row - 1] ?? []));
  return [BYTE_ORDER_MARK, row(messages.import.reasons, heading), ...lines].join('');
}

/** Whether a heading is that of the column of reasons, which fills no field. */
export const isReasonsHeading = (heading: string): boolean => heading === messages.import.reasons;

const reasonText = (one: WireRefusedRow): string =>
  rowFailures(one)
    .map(({ column, message, next }) => `${column === '' ? '' : `${column}: `}${message} ${next}`.trim())
    .join(' · ');

/** Downloads the refused rows of the chosen file: `orders.csv` → `orders-refused.csv`. */
export async function saveRefused(
  { name, file }: Pick<ChosenFile, 'name' | 'file'>,
  refused: readonly WireRefusedRow[],
): Promise<void> {
  const text = refusedFile(await file.bytes.text(), refused);
  saveFile(
    new Blob([text], { type: 'text/csv' }),
    messages.import.refusedName({ name: name.replace(/\.(csv|txt)$/i, '') }),
  );
}
