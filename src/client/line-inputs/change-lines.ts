import type { Json } from '../../engine/core/intent.ts';

/** A line in wire format: its fields, and its id if it is stored. */
export type LineJson = { readonly [name: string]: Json };

/** Returns the lines of a value. An item that is not a line becomes an empty line, so that none is lost. */
export function linesOf(value: Json): readonly LineJson[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: Json) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as LineJson) : {},
  );
}

/** Returns the value of a field; null if the line does not contain it. */
export const cellOf = (line: LineJson, name: string): Json => (Object.hasOwn(line, name) ? (line[name] ?? null) : null);

/** Returns a line with its default values: in a new line they fill the fields that were not typed. */
export function withDefaults(line: LineJson, start: LineJson): LineJson {
  if (cellOf(line, 'id') !== null) return line;
  const values: { [name: string]: Json } = Object.create(null);
  for (const [name, given] of Object.entries(start)) values[name] = given;
  for (const [name, typed] of Object.entries(line)) values[name] = typed;
  return values;
}

/** Returns the line with one field changed. Safe for any field name. */
export function withCell(line: LineJson, name: string, value: Json): LineJson {
  const changed: { [name: string]: Json } = Object.create(null);
  for (const [key, own] of Object.entries(line)) changed[key] = own;
  changed[name] = value;
  return changed;
}

export function replaced<T>(items: readonly T[], index: number, item: T): readonly T[] {
  return items.map((each, at) => (at === index ? item : each));
}

export function removed<T>(items: readonly T[], index: number): readonly T[] {
  return items.filter((_, at) => at !== index);
}

/** Moves an item one place up (-1) or down (+1); unchanged at the ends. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const other = index + by;
  const [one, two] = [items[index], items[other]];
  if (one === undefined || two === undefined) return items;
  return items.map((each, at) => (at === index ? two : at === other ? one : each));
}

/** Groups failures of a list by line and field; the field is `''` for failures of the line as a whole. */
export function failuresByCell<F extends { readonly pointer: string }>(
  failures: readonly F[],
): (line: number, field: string) => readonly F[] {
  const grouped = Map.groupBy(failures, ({ pointer }) => {
    const [, , line = '', field = ''] = pointer.split('/');
    return `${line}/${field.replaceAll('~1', '/').replaceAll('~0', '~')}`;
  });
  return (line, field) => grouped.get(`${line}/${field}`) ?? [];
}
