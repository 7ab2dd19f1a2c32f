import type { WirePage, WireRecord } from '../../../engine/core/wire-format.ts';

/** A card on its way: it is drawn where it goes until the server has answered. */
export interface Pending {
  readonly record: WireRecord;
  readonly to: string;
}

/** The cards of a column: as the server gave them, without those that leave, those that arrive first. */
export function cardsOf(
  column: string,
  records: readonly WireRecord[],
  pending: ReadonlyMap<string, Pending>,
): readonly WireRecord[] {
  const known = new Set(records.map(({ id }) => id));
  const arriving = [...pending.values()].filter(({ record, to }) => to === column && !known.has(record.id));
  const staying = records.filter(({ id }) => (pending.get(id)?.to ?? column) === column);
  return [...arriving.map(({ record }) => record), ...staying];
}

/** How many there are in a column, with those on their way; null while that is not known. */
export function countOf(
  total: WirePage['total'] | undefined,
  records: readonly WireRecord[],
  cards: readonly WireRecord[],
): WirePage['total'] {
  if (total === null || total === undefined) return null;
  return { ...total, count: Math.max(0, total.count + cards.length - records.length) };
}
