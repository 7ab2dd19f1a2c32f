import { noValues, type Row, type Value, type Values } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';

/** The record with other values; what is not named stays. */
export function rowWith(row: Row, changes: Values): Row {
  const values = copyOf(row.values);
  for (const name in changes) values[name] = changes[name] ?? null;
  return { ...row, values };
}

/** The same values, to be changed. */
export function copyOf(values: Values): { [name: string]: Value } {
  return Object.assign(noValues(), values);
}

/** Values under names that may be any text. */
export function valuesOf(entries: Iterable<readonly [string, Value]>): Values {
  const values = noValues();
  for (const [name, value] of entries) values[name] = value;
  return values;
}

/** What a formula comes to, as it is stored: a record as its id, unknown as empty. */
export function stored(outcome: Value | undefined): Value {
  if (outcome === undefined) return null;
  return isRow(outcome) ? outcome.id : outcome;
}

/** What a formula comes to as a field of this type holds it: of several records the ids, each once. */
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

/** Whether two stored values are the same; lines by their ids, order and values. */
export function sameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** A value with its members in one order, without the store's own counters; a line without its empty values. */
export function plain(value: Value): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(plain);
  if (isRow(value)) return [value.id, filled(value.values).map(([name, part]) => [name, plain(part)])];
  return Object.entries(value).sort(byName);
}

function filled(values: Values): [string, Value][] {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .sort(byName);
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : one > other ? 1 : 0;
