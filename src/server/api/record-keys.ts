import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { comparableKey, jsonOfKey, valueOfKey } from '../../engine/core/record-key.ts';
import { planRecordsByKey } from '../../engine/query/record-keys.ts';
import { MOST_AT_ONCE } from '../../engine/query/shape-records.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import { emptyNameMap, type Row, type Value } from '../../fields/text/value.ts';
import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import type { Field } from '../../model/types/model.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { contractOf } from './contract.ts';

/** Returns the field by which a request to a stated call names records of an entity; null: it names them by ids. */
export function keyFor(context: RequestContext, call: string | null, entity: string): Field | null {
  if (contractOf(context, call) === undefined) return null;
  return context.version.compiled.addresses.get(entity)?.key ?? null;
}

/** The most different keys that one request may name; further ones count as unknown. */
const MOST_KEYS = 2_000;

/** Returns the ids of the records with these keys, as far as the principal may read record and key. */
async function idsByKey(
  context: RequestContext,
  entity: string,
  key: Field,
  values: readonly (string | number)[],
): Promise<ReadonlyMap<Value, string>> {
  const { version, runtime, principal, now } = context;
  const found = new Map<Value, string>();
  const all = values.slice(0, MOST_KEYS);
  for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
    const some = all.slice(from, from + MOST_AT_ONCE);
    const plan = planRecordsByKey(version.compiled, principal, { entity, key }, some, now);
    const rows = plan === null ? [] : (await runtime.store.list(plan, { principal, now })).rows;
    for (const row of rows) found.set(comparableKey(key, row.values[key.name] ?? null), row.id);
  }
  return found;
}

/** Returns the id of the record with a key, as a request sends it; null if the principal can read none. */
export async function idByKey(context: RequestContext, entity: string, key: Field, sent: Json): Promise<string | null> {
  const value = valueOfKey(key, sent);
  if (value === null) return null;
  return (await idsByKey(context, entity, key, [value])).get(comparableKey(key, value)) ?? null;
}

/** A place in a request that names a record: the entity, and what was sent. */
type Change = (entity: string, sent: Json) => Json;

/**
 * Returns the fields of a request with ids in the place of keys. A key that the principal can read on no record becomes
 * the id of no record, so that the engine refuses it like any unknown reference.
 */
export async function withIds(context: RequestContext, call: string, input: Json): Promise<Json> {
  const contract = contractOf(context, call);
  const { compiled } = context.version;
  const entity = contract === undefined ? null : entityOfCall(contract.call);
  if (entity === null) return input;
  return replaceKeys(context, (change) => inFields(compiled, entity, input, change));
}

/** Like `withIds`, for the query of a list: filters by references, also by several. */
export async function queryWithIds(
  context: RequestContext,
  call: string,
  query: readonly (readonly [string, string])[],
): Promise<readonly (readonly [string, string])[]> {
  const contract = contractOf(context, call);
  const { compiled } = context.version;
  const does = contract?.call.does;
  const entity = does?.kind === 'list' ? compiled.schema.entities.get(does.entity) : undefined;
  if (contract === undefined || entity === undefined) return query;
  const change = (name: string, value: string, by: Change): readonly [string, string] => {
    if (contract.parameterRows.has(name)) return [name, value];
    const meant = contract.queryNames.get(name) ?? resolveQueryName(name, entity, compiled.schema.model.screens);
    const parameter = meant?.kind === 'parameter' ? meant.parameter : name;
    const type = entity.attributes.get(parameter.replace(/\.in$/, ''))?.type;
    if (type?.kind !== 'reference' && type?.kind !== 'references') return [name, value];
    const values = parameter.endsWith('.in') ? value.split(',') : [value];
    return [name, values.map((each) => String(by(type.entity, each))).join(',')];
  };
  return replaceKeys(context, (by) => query.map(([name, value]) => change(name, value, by)));
}

/** Visits what names records twice: to collect the keys, and, when they are found, to replace them. */
async function replaceKeys<T>(context: RequestContext, visit: (change: Change) => T): Promise<T> {
  const { addresses } = context.version.compiled;
  const wanted = new Map<string, Map<Value, string | number>>();
  const keyedValue = (entity: string, sent: Json) => {
    const key = addresses.get(entity)?.key ?? null;
    return key === null || (typeof sent !== 'number' && (typeof sent !== 'string' || sent.trim() === ''))
      ? null
      : { key, value: valueOfKey(key, sent) };
  };
  const unchanged = visit((entity, sent) => {
    const named = keyedValue(entity, sent);
    if (named === null) return sent;
    const values = wanted.get(entity) ?? new Map<Value, string | number>();
    wanted.set(entity, values);
    if (named.value !== null) values.set(comparableKey(named.key, named.value), named.value);
    return sent;
  });
  if (wanted.size === 0) return unchanged;
  const found = new Map<string, ReadonlyMap<Value, string>>();
  for (const [entity, values] of wanted) {
    const key = addresses.get(entity)?.key ?? null;
    if (key !== null) found.set(entity, await idsByKey(context, entity, key, [...values.values()]));
  }
  let unknown = 0;
  return visit((entity, sent) => {
    const named = keyedValue(entity, sent);
    if (named === null) return sent;
    const id = named.value === null ? undefined : found.get(entity)?.get(comparableKey(named.key, named.value));
    return id ?? noRecord(unknown++);
  });
}

/** Returns an id that no record has. Different unknown keys get different ids. */
const noRecord = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Returns the fields of a record or line, with each reference changed. */
function inFields(compiled: CompiledModel, entity: string, input: Json, change: Change): Json {
  const attributes = compiled.schema.entities.get(entity)?.attributes;
  if (!isObject(input) || attributes === undefined) return input;
  const changed = emptyNameMap<Json>();
  for (const [name, value = null] of Object.entries(input)) {
    const type = attributes.get(name)?.type;
    const isSeveral = Array.isArray(value) && (type?.kind === 'references' || type?.kind === 'list');
    if (type?.kind === 'reference') changed[name] = change(type.entity, value);
    else if (!isSeveral) changed[name] = value;
    else if (type.kind === 'references')
      changed[name] = (value as readonly Json[]).map((each) => change(type.entity, each));
    else changed[name] = (value as readonly Json[]).map((line) => inFields(compiled, type.entity, line, change));
  }
  return changed;
}

/** Returns by what a page names its rows, whose keys were selected under the read policy. */
export function namesOfRows(key: Field | null, rows: readonly Row[]): Json[] {
  return rows.map((row) => (key === null ? row.id : jsonOfKey(key, row.values[key.name] ?? null)));
}
