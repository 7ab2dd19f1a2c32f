import { BYTE_ORDER_MARK, csvRow, safeText } from '../../../fields/text/csv.ts';
import { messages } from '../../languages/messages.ts';
import type { RefusedRow } from './outcome.ts';

/** Returns the refused rows as CSV: the title, message, next step, error code and URL of each. */
export function refusedRowsFile(refused: readonly RefusedRow[], addressOf: (id: string) => string): string {
  const { record, why, next, code, address } = messages.bulkMatch.columns;
  const rows = refused.map((row) => [row.title, row.message, row.next, row.code, addressOf(row.id)]);
  const lines = [[record, why, next, code, address], ...rows].map((cells) => csvRow(cells.map(safeText)));
  return `${BYTE_ORDER_MARK}${lines.join('')}`;
}
