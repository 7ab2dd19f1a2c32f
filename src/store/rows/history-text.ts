import type { HistoryEntry } from '../../engine/context/verdict.ts';
import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { type Column, isList, type Layout, type Table } from '../core/layout.ts';

type Change = HistoryEntry['changes'][number];

/**
 * Changes as they are kept: fields by their physical names, so that a renamed field keeps its history, and numbers
 * with their scale, so that a later change of scale does not change what was.
 */
type Kept = null | string | number | boolean | KeptNumber | KeptLine[] | { readonly json: unknown };

interface KeptNumber {
  readonly n: number;
  readonly s: number;
}

interface KeptLine {
  readonly id: string;
  readonly v: readonly (readonly [mark: string, value: Kept])[];
}

export function changesText(changes: readonly Change[], layout: Layout, table: Table): string {
  const kept = changes.flatMap(({ field, from, to }) => {
    const part = partNamed(table, field);
    return part === null ? [] : [[part.physical, keep(from, part, layout), keep(to, part, layout)]];
  });
  return JSON.stringify(kept);
}

/**
 * The same without what these fields held, and without what these fields of lines held, by the ids of the lines.
 */
export function withoutValues(
  text: string,
  marks: ReadonlySet<string>,
  ofLines: ReadonlyMap<string, readonly string[]>,
): string {
  const kept = JSON.parse(text) as (readonly [mark: string, from: Kept, to: Kept])[];
  const left = kept.flatMap(([mark, from, to]) =>
    marks.has(mark) ? [] : [[mark, withoutLineValues(from, ofLines), withoutLineValues(to, ofLines)]],
  );
  return JSON.stringify(left);
}

function withoutLineValues(kept: Kept, ofLines: ReadonlyMap<string, readonly string[]>): Kept {
  if (!Array.isArray(kept) || ofLines.size === 0) return kept;
  return kept.map(({ id, v }) => {
    const marks = ofLines.get(id) ?? [];
    return { id, v: v.map(([mark, value]) => [mark, marks.includes(mark) ? null : withoutLineValues(value, ofLines)]) };
  });
}

/** What of it the applied document still has; fields that are gone are left out. */
export function changesIn(text: string, layout: Layout, table: Table): Change[] {
  const kept = JSON.parse(text) as (readonly [mark: string, from: Kept, to: Kept])[];
  return kept.flatMap(([mark, from, to]) => {
    const part = table.byMark.get(mark);
    if (part === undefined) return [];
    return [{ field: part.name, from: recall(from, part, layout), to: recall(to, part, layout) }];
  });
}

type Part = Column | Table['lists'][number];

function partNamed(table: Table, name: string): Part | null {
  return table.columns.find((column) => column.name === name) ?? table.lists.find((list) => list.name === name) ?? null;
}

function keep(value: Value, part: Part, layout: Layout): Kept {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (isList(part)) {
    const lines = layout.tables.get(part.entity);
    return lines === undefined || !Array.isArray(value)
      ? null
      : (value as Row[]).map((row) => keepLine(row, lines, layout));
  }
  if (typeof value !== 'number') return { json: value };
  const scale = scaleOf(part.type);
  return scale === 0 ? value : { n: value, s: scale };
}

function keepLine(row: Row, table: Table, layout: Layout): KeptLine {
  const parts: Part[] = [...table.columns, ...table.lists];
  return {
    id: row.id,
    v: parts.map((part) => [part.physical, keep(row.values[part.name] ?? null, part, layout)] as const),
  };
}

function recall(kept: Kept, part: Part, layout: Layout): Value {
  if (isList(part)) {
    const lines = layout.tables.get(part.entity);
    return lines === undefined || !Array.isArray(kept) ? null : kept.map((line) => recallLine(line, lines, layout));
  }
  if (Array.isArray(kept)) return null;
  if (typeof kept === 'number') return rescaled({ n: kept, s: 0 }, part.type);
  if (kept === null || typeof kept !== 'object') return kept;
  return 'json' in kept ? (kept.json as Value) : rescaled(kept, part.type);
}

function recallLine(line: KeptLine, table: Table, layout: Layout): Row {
  const values = noValues();
  values['id'] = line.id;
  for (const [mark, kept] of line.v) {
    const part = table.byMark.get(mark);
    if (part !== undefined) values[part.name] = recall(kept, part, layout);
  }
  return { entity: table.entity, id: line.id, version: 0, values };
}

function scaleOf(type: Type): number {
  return type.kind === 'decimal' || type.kind === 'money' ? type.scale : 0;
}

/** In the field's scale of today; a finer past value is rounded half away from zero. */
function rescaled({ n, s }: KeptNumber, type: Type): number {
  const by = scaleOf(type) - s;
  if (by >= 0) return n * 10 ** by;
  return Math.sign(n) * Math.round(Math.abs(n) / 10 ** -by);
}
