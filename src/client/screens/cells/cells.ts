import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import type { Kind, Type } from '../../../model/types/types.ts';
import type { Column } from '../columns/columns.ts';

/** Kinds that need more room than a row has: they are changed on the record's own screen. */
const outside: ReadonlySet<Kind> = new Set<Kind>(['list', 'references', 'file', 'texts', 'unknown']);

const fitsACell = (type: Type): boolean => !outside.has(type.kind) && !('several' in type && type.several);

/**
 * Whether a field is changed in the row, as the server said it with the record. Null: it may be now; a refusal: why not;
 * undefined: nobody ever types it there.
 */
export function cellOf({ _: { can } }: WireRecord, { name, attribute }: Column): WireRefusal | null | undefined {
  return fitsACell(attribute.type) && Object.hasOwn(can.change, name) ? can.change[name] : undefined;
}

/** The first cell of a row that may be changed; where none may, the first that says why. Null: the row has no such cell. */
export function firstCell(record: WireRecord, columns: readonly Column[]): string | null {
  const open = columns.find((column) => cellOf(record, column) === null);
  return (open ?? columns.find((column) => cellOf(record, column) !== undefined))?.name ?? null;
}

/** A cell by the record and the column that it stands in. */
export interface CellPlace {
  readonly id: string;
  readonly column: string;
}

/** The next cell that may be changed, in the row and then in those below it; `step` -1: the one before. Null: there is none. */
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
