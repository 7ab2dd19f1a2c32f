import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import type { Write } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { copyOf, rowWith, valuesOf } from '../core/row-values.ts';
import { failure } from '../errors/error-catalogue.ts';
import { withComputedFields } from '../records/computed-fields.ts';
import { lineNumber, lineNumberAfter, lineNumberWrites } from './number-series.ts';

/** Returns the record with numbers assigned to its new lines. Each record has its own series. */
export function withNumbers(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  before: Row | null,
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const lists = numberedLists(context, entity);
  if (lists.length === 0) return { row, failures: [] };
  const failures: Failure[] = [];
  let numbered = row;
  for (const { name, lines } of lists) {
    const rows = row.values[name] ?? null;
    if (!isRows(rows)) continue;
    const known = new Set(linesOf(before, name).map(({ id }) => id));
    const given = rows.map((line) => copyOf(line.values));
    for (const { name: field, label, id } of lines.series) {
      let next = null;
      for (const [index, line] of rows.entries()) {
        const values = given[index];
        if (values === undefined || known.has(line.id) || (values[field] ?? null) !== null) continue;
        next = next === null ? lineNumber(context, lines, field, row.id) : lineNumberAfter(next);
        if (next === undefined) {
          // The client does not know the number before it is assigned.
          if (!context.isForm)
            failures.push(failure(context.model, [name, index, field], 'NOT_SHOWN', { what: label }, [id]));
          break;
        }
        values[field] = next.text;
      }
    }
    const all = rows.map((line, index) => {
      const numberedLine = { ...line, values: given[index] ?? line.values };
      return known.has(line.id) ? line : withComputedFields(context, lines, numberedLine, null);
    });
    numbered = rowWith(numbered, valuesOf([[name, all]]));
  }
  return { row: numbered, failures };
}

/** Returns the writes that store the numbers assigned to new lines, so that none is assigned again in this record. */
export function numberWritesOfLines(
  context: Context,
  entity: CompiledEntity,
  before: Row | null,
  after: Row,
): readonly Write[] {
  return numberedLists(context, entity).flatMap(({ name, lines }) => {
    const known = new Set(linesOf(before, name).map(({ id }) => id));
    const fresh = linesOf(after, name).filter(({ id }) => !known.has(id));
    return fresh.length === 0 ? [] : lineNumberWrites(context, lines, after.id, fresh);
  });
}

function numberedLists({ model }: Context, { lists }: CompiledEntity) {
  return lists.flatMap(({ name, entity }) => {
    const lines = model.entities.get(entity);
    return lines === undefined || lines.series.length === 0 ? [] : [{ name, lines }];
  });
}

function linesOf(row: Row | null, list: string): readonly Row[] {
  const lines = row?.values[list] ?? null;
  return isRows(lines) ? lines : [];
}
