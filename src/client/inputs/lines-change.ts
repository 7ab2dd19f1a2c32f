import type { Json } from '../../engine/core/intent.ts';

/** A line as it goes over the wire: its fields, and its id where it has been stored. */
export type LineJson = { readonly [name: string]: Json };

/** The lines of a value; whatever is none is an empty line, so that none is lost. */
export function linesOf(value: Json): readonly LineJson[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: Json) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as LineJson) : {},
  );
}

/** The value of one field; null where the line does not have it. */
export const cellOf = (line: LineJson, name: string): Json => (Object.hasOwn(line, name) ? (line[name] ?? null) : null);

/** A line as it stands: in a new one, what it starts with stands in whatever is not typed. */
export function standing(line: LineJson, start: LineJson): LineJson {
  if (cellOf(line, 'id') !== null) return line;
  const stands: { [name: string]: Json } = Object.create(null);
  for (const [name, given] of Object.entries(start)) stands[name] = given;
  for (const [name, typed] of Object.entries(line)) stands[name] = typed;
  return stands;
}

/** The line with one field changed. Any name is safe as a field. */
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

/** The item one place further up (-1) or down (+1); unchanged at the ends. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const other = index + by;
  const [one, two] = [items[index], items[other]];
  if (one === undefined || two === undefined) return items;
  return items.map((each, at) => (at === index ? two : at === other ? one : each));
}

/** Failures of a list, by the line and field that they stand on; `''` where they stand on the line as a whole. */
export function failuresAt<F extends { readonly pointer: string }>(
  failures: readonly F[],
): (line: number, field: string) => readonly F[] {
  const grouped = Map.groupBy(failures, ({ pointer }) => {
    const [, , line = '', field = ''] = pointer.split('/');
    return `${line}/${field.replaceAll('~1', '/').replaceAll('~0', '~')}`;
  });
  return (line, field) => grouped.get(`${line}/${field}`) ?? [];
}
