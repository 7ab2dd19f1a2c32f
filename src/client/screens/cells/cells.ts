import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { Kind, Type } from '../../../model/types/types.ts';
import type { Column } from '../columns/columns.ts';

/** Field types whose inputs do not fit into a row. They are edited on the record screen. */
const outside: ReadonlySet<Kind> = new Set<Kind>(['list', 'references', 'file', 'texts', 'object', 'unknown']);

const fitsACell = (type: Type): boolean => !outside.has(type.kind) && !('several' in type && type.several);

/**
 * Whether a field can be edited in its row, according to the server's answer for the record. Null: it can be edited now; a
 * refusal: why it can't; undefined: the cell is never editable.
 */
export function cellOf({ _: { can } }: WireRecord, { name, attribute }: Column): WireRefusal | null | undefined {
  return fitsACell(attribute.type) && Object.hasOwn(can.change, name) ? can.change[name] : undefined;
}

/**
 * Returns the column of the first editable cell of a row, or else of the first cell with a refusal; null if the row has
 * neither.
 */
export function firstCell(record: WireRecord, columns: readonly Column[]): string | null {
  const open = columns.find((column) => cellOf(record, column) === null);
  return (open ?? columns.find((column) => cellOf(record, column) !== undefined))?.name ?? null;
}

/** A cell: the id of its record and the name of its column. */
export interface CellPlace {
  readonly id: string;
  readonly column: string;
}

/** Returns the next editable cell (`step` 1) or the previous one (-1), across rows; null if there is none. */
export function nextCell(
  records: readonly WireRecord[],
  columns: readonly Column[],
  { id, column }: CellPlace,
  step: 1 | -1,
): CellPlace | null {
  const from = records.findIndex((record) => record.id === id);
  const inOrder = step === 1 ? columns : columns.toReversed();
  for (let at = from; at >= 0 && at < records.length; at += step) {
    const record = records[at];
    if (record === undefined) return null;
    const rest = at === from ? inOrder.slice(inOrder.findIndex(({ name }) => name === column) + 1) : inOrder;
    const found = rest.find((each) => cellOf(record, each) === null);
    if (found !== undefined) return { id: record.id, column: found.name };
  }
  return null;
}
