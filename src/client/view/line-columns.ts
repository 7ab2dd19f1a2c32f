import type { Json } from '../../engine/core/intent.ts';
import { member } from '../../fields/text/json.ts';
import type { Attribute } from '../../model/lookups/schema.ts';

/** Returns the heading of a column of lines. */
export function columnLabel(column: Attribute): string {
  if (column.kind === 'built-in') return column.name;
  return column.kind === 'field' ? column.field.label : column.machine.label;
}

/**
 * Returns the columns in which lines are shown: fields and states, but no write-only fields, and conditional fields
 * only if some line has a value.
 */
export function lineColumns(
  attributes: Iterable<Attribute>,
  lines: readonly { readonly [name: string]: Json }[],
): Attribute[] {
  return [...attributes].filter((each) => {
    if (each.kind !== 'field') return each.kind === 'state';
    if (each.field.writeOnly) return false;
    return each.field.shownWhen === null || lines.some((line) => !isBlank(member(line, each.name)));
  });
}

const isBlank = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
