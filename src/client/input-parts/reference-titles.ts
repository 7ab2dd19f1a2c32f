import type { WireRecord } from '../../engine/core/wire-format.ts';

/** Returns the title that a record gives for a record it refers to, in any field or line. */
export function titleIn(record: WireRecord | null, id: string | null): string | undefined {
  if (record === null || id === null) return undefined;
  const found = Object.entries(record._.labels).find(([path]) => valueAt(record, path) === id);
  return found?.[1];
}

function valueAt(record: WireRecord, path: string): unknown {
  let value: unknown = record;
  for (const part of path.split('/')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as { readonly [name: string]: unknown })[part];
  }
  return value;
}
