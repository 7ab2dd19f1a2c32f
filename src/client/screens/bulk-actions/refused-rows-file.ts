import { BYTE_ORDER_MARK, csvRow, safeText } from '../../../fields/text/csv.ts';
import { messages } from '../../languages/messages.ts';
import type { RefusedRow } from './outcome.ts';

/** All rows that an action was refused for, as CSV: of each what it is called, where it is, and why not. */
export function refusedRowsFile(refused: readonly RefusedRow[], addressOf: (id: string) => string): string {
  const { record, why, next, code, address } = messages.bulkMatch.columns;
  const rows = refused.map((row) => [row.title, row.message, row.next, row.code, addressOf(row.id)]);
  const lines = [[record, why, next, code, address], ...rows].map((cells) => csvRow(cells.map(safeText)));
  return `${BYTE_ORDER_MARK}${lines.join('')}`;
}
