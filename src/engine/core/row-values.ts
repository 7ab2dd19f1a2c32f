import { noValues, type Row, type Value, type Values } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';

/** Returns the record with the given values replaced; all other values stay the same. */
export function rowWith(row: Row, changes: Values): Row {
  const values = copyOf(row.values);
  for (const name in changes) values[name] = changes[name] ?? null;
  return { ...row, values };
}

/** Returns a mutable copy of the values. */
export function copyOf(values: Values): { [name: string]: Value } {
  return Object.assign(noValues(), values);
}

/** Builds values from entries. The names may be any text, including `__proto__`. */
export function valuesOf(entries: Iterable<readonly [string, Value]>): Values {
  const values = noValues();
  for (const [name, value] of entries) values[name] = value;
  return values;
}

/** Converts the result of a formula to a stored value: a record becomes its id, unknown becomes null. */
export function stored(outcome: Value | undefined): Value {
  if (outcome === undefined) return null;
  return isRow(outcome) ? outcome.id : outcome;
}

/**
 * Converts the result of a formula to the stored value of a field of this type. For a field of several references it
 * returns the distinct ids, sorted unless the type is ordered; null if there are none.
 */
export function storedAs(type: Type | undefined, outcome: Value | undefined): Value {
  if (type?.kind !== 'references') return stored(outcome);
  const items = Array.isArray(outcome) ? (outcome as readonly Value[]) : [outcome];
  const ids = [...new Set(items.map(stored).filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return null;
  return type.ordered ? ids : ids.sort();
}

export function isRow(value: Value): value is Row {
  return typeof value === 'object' && value !== null && 'values' in value && 'entity' in value;
}

/** Returns whether two stored values are equal. Lists of lines are compared by the lines' ids, order and values. */
export function sameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return JSON.stringify(normalized(one)) === JSON.stringify(normalized(other));
}

/**
 * Returns a normalized form for comparison: members sorted by name, without the store's own counters, and lines without
 * their empty values.
 */
export function normalized(value: Value): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(normalized);
  if (isRow(value)) return [value.id, filled(value.values).map(([name, part]) => [name, normalized(part)])];
  return Object.entries(value).sort(byName);
}

function filled(values: Values): [string, Value][] {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .sort(byName);
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : one > other ? 1 : 0;
