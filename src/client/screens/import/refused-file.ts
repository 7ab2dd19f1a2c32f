import type { WireRefusedRow } from '../../../engine/core/wire-format.ts';
import { BYTE_ORDER_MARK, readCsv, safeText, separatedRow } from '../../../fields/text/csv.ts';
import { saveFile } from '../../api/csv.ts';
import { faultsOf } from './faults.ts';
import { importTexts } from './texts.ts';
import type { Chosen } from './use-import.ts';

/**
 * The refused rows of a file as they stand in it, with its headings and its separator, so that they can be mended and
 * taken in again. Why each was refused stands before it, where a row with too few cells or too many stays as it is; in
 * place of what stood there where the file is such a one already. `refused` is of this very text.
 */
export function refusedFile(text: string, refused: readonly WireRefusedRow[]): string {
  const read = readCsv(text, Number.POSITIVE_INFINITY);
  const [heading, ...rows] = 'rows' in read ? read.rows.map(({ cells }) => cells) : [];
  if (!('rows' in read) || heading === undefined) return '';
  const again = isReasons(heading[0] ?? '') ? 1 : 0;
  const row = (why: string, cells: readonly string[]) => separatedRow([why, ...cells.slice(again)], read.separator);
  const lines = refused.map((one) => row(safeText(whyOf(one)), rows[one.row - 1] ?? []));
  return [BYTE_ORDER_MARK, row(importTexts.reasons, heading), ...lines].join('');
}

/** Whether this heads the reasons that we put there: no field is filled by them. */
export const isReasons = (heading: string): boolean => heading === importTexts.reasons;

const whyOf = (one: WireRefusedRow): string =>
  faultsOf(one)
    .map(({ column, message, next }) => `${column === '' ? '' : `${column}: `}${message} ${next}`.trim())
    .join(' · ');

/** Hands the person the refused rows of the file that they chose: `orders.csv` → `orders-refused.csv`. */
export async function saveRefused(
  { name, file }: Pick<Chosen, 'name' | 'file'>,
  refused: readonly WireRefusedRow[],
): Promise<void> {
  const text = refusedFile(await file.bytes.text(), refused);
  saveFile(new Blob([text], { type: 'text/csv' }), importTexts.refusedName(name.replace(/\.(csv|txt)$/i, '')));
}
