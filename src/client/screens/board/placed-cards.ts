import type { WirePage, WireRecord } from '../../../engine/core/wire-format.ts';

/** A card that is being moved: it is shown in the target column `to` until the server answers. */
export interface PendingMove {
  readonly record: WireRecord;
  readonly to: string;
}

/** Returns the cards of a column: first those that are being moved here, then the server's without those that are being moved away. */
export function cardsOf(
  column: string,
  records: readonly WireRecord[],
  pending: ReadonlyMap<string, PendingMove>,
): readonly WireRecord[] {
  const known = new Set(records.map(({ id }) => id));
  const arriving = [...pending.values()].filter(({ record, to }) => to === column && !known.has(record.id));
  const staying = records.filter(({ id }) => (pending.get(id)?.to ?? column) === column);
  return [...arriving.map(({ record }) => record), ...staying];
}

/** Returns the number of cards of a column, including pending moves; null until the total is known. */
export function countOf(
  total: WirePage['total'] | undefined,
  records: readonly WireRecord[],
  cards: readonly WireRecord[],
): WirePage['total'] {
  if (total === null || total === undefined) return null;
  return { ...total, count: Math.max(0, total.count + cards.length - records.length) };
}
