import type { HistoryEntry } from '../../engine/context/verdict.ts';
import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { type Column, isList, type Layout, type Table } from '../core/layout.ts';

export type Change = HistoryEntry['changes'][number];

/**
 * A value as history stores it. Fields have their physical names, so that a renamed field keeps its history; numbers
 * have their scale, so that a later change of scale does not change past values.
 */
export type StoredValue = null | string | number | boolean | StoredNumber | StoredLine[] | { readonly json: unknown };

interface StoredNumber {
  readonly n: number;
  readonly s: number;
}

interface StoredLine {
  readonly id: string;
  readonly v: readonly (readonly [mark: string, value: StoredValue])[];
}

export type StoredChange = readonly [mark: string, from: StoredValue, to: StoredValue];

/** Precedes the changes of a created record if they omit the values that its row and the later changes tell. */
const FROM_ROW = '+';

export const textFromRow = (text: string): string => `${FROM_ROW}${text}`;

export const isFromRow = (text: string): boolean => text.startsWith(FROM_ROW);

export function storedChanges(text: string): readonly StoredChange[] {
  return JSON.parse(isFromRow(text) ? text.slice(FROM_ROW.length) : text) as StoredChange[];
}

export function changesText(changes: readonly Change[], layout: Layout, table: Table): string {
  const entries = changes.flatMap(({ field, from, to }) => {
    const part = partNamed(table, field);
    return part === null ? [] : [[part.physical, encodeValue(from, part, layout), encodeValue(to, part, layout)]];
  });
  return JSON.stringify(entries);
}

/** Removes the values of the fields in `marks`, and of the fields of lines given by line id. */
export function changesWithoutValues(
  text: string,
  marks: ReadonlySet<string>,
  ofLines: ReadonlyMap<string, readonly string[]>,
): string {
  const left = storedChanges(text).flatMap(([mark, from, to]) =>
    marks.has(mark) ? [] : [[mark, withoutLineValues(from, ofLines), withoutLineValues(to, ofLines)]],
  );
  const kept = JSON.stringify(left);
  return isFromRow(text) ? textFromRow(kept) : kept;
}

function withoutLineValues(kept: StoredValue, ofLines: ReadonlyMap<string, readonly string[]>): StoredValue {
  if (!Array.isArray(kept) || ofLines.size === 0) return kept;
  return kept.map(({ id, v }) => {
    const marks = ofLines.get(id) ?? [];
    return { id, v: v.map(([mark, value]) => [mark, marks.includes(mark) ? null : withoutLineValues(value, ofLines)]) };
  });
}

type Part = Column | Table['lists'][number];

function partNamed(table: Table, name: string): Part | null {
  return table.columns.find((column) => column.name === name) ?? table.lists.find((list) => list.name === name) ?? null;
}

function encodeValue(value: Value, part: Part, layout: Layout): StoredValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (isList(part)) {
    const lines = layout.tables.get(part.entity);
    return lines === undefined || !Array.isArray(value)
      ? null
      : (value as Row[]).map((row) => encodeLine(row, lines, layout));
  }
  if (typeof value !== 'number') return { json: value };
  const scale = scaleOf(part.type);
  return scale === 0 ? value : { n: value, s: scale };
}

function encodeLine(row: Row, table: Table, layout: Layout): StoredLine {
  const parts: Part[] = [...table.columns, ...table.lists];
  return {
    id: row.id,
    v: parts.map((part) => [part.physical, encodeValue(row.values[part.name] ?? null, part, layout)] as const),
  };
}

/** Decodes a stored value of a field that the applied document has. */
export function decodeValue(kept: StoredValue, part: Part, layout: Layout): Value {
  if (isList(part)) {
    const lines = layout.tables.get(part.entity);
    return lines === undefined || !Array.isArray(kept) ? null : kept.map((line) => decodeLine(line, lines, layout));
  }
  if (Array.isArray(kept)) return null;
  if (typeof kept === 'number') return rescaled({ n: kept, s: 0 }, part.type);
  if (kept === null || typeof kept !== 'object') return kept;
  return 'json' in kept ? (kept.json as Value) : rescaled(kept, part.type);
}

function decodeLine(line: StoredLine, table: Table, layout: Layout): Row {
  const values = noValues();
  values['id'] = line.id;
  for (const [mark, kept] of line.v) {
    const part = table.byMark.get(mark);
    if (part !== undefined) values[part.name] = decodeValue(kept, part, layout);
  }
  return { entity: table.entity, id: line.id, version: 0, values };
}

function scaleOf(type: Type): number {
  return type.kind === 'decimal' || type.kind === 'money' ? type.scale : 0;
}

/**
 * Converts a number to the field's current scale; a past value with more decimal places is rounded half away from zero.
 */
function rescaled({ n, s }: StoredNumber, type: Type): number {
  const by = scaleOf(type) - s;
  if (by >= 0) return n * 10 ** by;
  return Math.sign(n) * Math.round(Math.abs(n) / 10 ** -by);
}
