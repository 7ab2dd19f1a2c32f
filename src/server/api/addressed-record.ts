import type { Missing } from '../../engine/core/intent.ts';
import { addressField, isId, NO_KEY } from '../../engine/core/record-address.ts';
import type { Refusal } from '../../engine/core/refusal.ts';
import { isRefusal, planList } from '../../engine/query/list.ts';
import { isRecord } from '../../engine/query/single-record.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { isNumericKey } from '../../model/lookups/record-key.ts';
import type { Field } from '../../model/types/model.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { idByKey, keyFor } from './record-keys.ts';

/** The id of the record in a URL, and the context for reading it. */
export interface AddressedRecord {
  readonly id: string;
  /**
   * If the URL names the record by another value than the id, the principal of this context has that value as `link`.
   */
  readonly context: RequestContext;
  /** The entity of a parent in the path that does not exist. */
  readonly missing?: Missing;
}

/** A parameter in the path of a call. */
export interface PathPlace {
  readonly parameter: string;
  readonly call: string;
}

/** References of a record that the path determines, each as field and id. */
export type Within = readonly (readonly [field: string, id: string])[];

/**
 * Finds the record that a URL names by another value than its id, such as `HD-00012`. It is searched like a list of
 * this principal, so that nobody finds a record or value that they can't read. If nothing matches, the value is
 * returned as the id and is then answered like an unknown id; a text in the path of a call that cannot be a number by which
 * records are named is `NO_KEY`. `place`: the call and its path parameter, which may name
 * another field than the usual one; null outside of calls. `within`: the parents of the record, among whose records a
 * value may be unique that is not unique among all.
 */
export async function findAddressedRecord(
  without: RequestContext,
  entity: string,
  named: string,
  place: PathPlace | null = null,
  within: Within = [],
): Promise<AddressedRecord> {
  const { version, runtime, now } = without;
  const key = place === null ? null : keyAt(without, entity, place, within);
  const numbered = key ?? (place === null ? null : fieldAt(without, entity, place.parameter, within));
  const isInPath = place !== null && without.params.get(place.parameter) === named;
  if (isInPath && numbered !== null && isNumericKey(numbered) && !isId(named) && !/^-?\d+$/.test(named))
    return { id: NO_KEY, context: without };
  if (key !== null) {
    const context = { ...without, principal: { ...without.principal, link: named } };
    return { id: (await idByKey(context, entity, key, named)) ?? '', context };
  }
  const field = isId(named) || named === '' ? null : fieldAt(without, entity, place?.parameter ?? null, within);
  if (field === null) return { id: named, context: without };
  const principal = { ...without.principal, link: named };
  const context = { ...without, principal };
  const query = [[field.name, named], ...within, ['limit', '1']] as const;
  const plan = planList(version.compiled, principal, { entity, from: null, query, secret: runtime.secret }, now);
  if (isRefusal(plan)) return { id: named, context };
  const { rows } = await runtime.store.list({ ...plan, maxCount: 0 }, { principal, now });
  return { id: rows[0]?.id ?? named, context };
}

/**
 * Returns the id of the only record that meets the condition of the call, or `id` if that record meets it; empty if
 * there is none. Without a condition, `id` is returned as it is. `id` null: the path names no record, but maybe its
 * parents, `within`.
 */
export async function findByCondition(
  context: RequestContext,
  entity: string,
  call: string,
  id: string | null,
  within: Within = [],
): Promise<string> {
  const { version, runtime, principal, now } = context;
  const { where = null } = version.compiled.calls.get(call) ?? {};
  if (where === null) return id ?? '';
  if (where === 'unknown' || (id !== null && !isId(id))) return '';
  const query = [...within, ['limit', '2'] as const];
  const request = { entity, from: null, query, secret: runtime.secret };
  const plan = planList(version.compiled, principal, request, now);
  if (isRefusal(plan)) return id ?? '';
  const key = JSON.stringify([plan.key, call, id === null]);
  const conditions = [...plan.where, where.relation, ...(id === null ? [] : [isRecord(entity, id)])];
  const { rows } = await runtime.store.list({ ...plan, key, where: conditions, maxCount: 0 }, { principal, now });
  const [only, another] = rows;
  return only === undefined || another !== undefined ? '' : only.id;
}

/**
 * Returns the id of the record because of which a creation is refused, if it is refused for nothing but values that must
 * be unique and one record that the principal may read has all of them; else null. It is searched like a list of theirs.
 */
export async function findExisting(
  { version, runtime, principal, now }: RequestContext,
  entity: string,
  { failures }: Pick<Refusal, 'failures'>,
): Promise<string | null> {
  const attributes = version.compiled.entities.get(entity)?.schema.attributes;
  const taken = failures.flatMap((failed) => failed.taken ?? []);
  if (failures.length === 0 || failures.some((failed) => failed.taken === undefined)) return null;
  const query = taken.map(({ field, value }) => {
    const type = attributes?.get(field)?.type;
    const json = type === undefined ? null : fieldType(type.kind).write(value, type);
    return [field, typeof json === 'object' ? '' : String(json)] as const;
  });
  if (query.some(([, text]) => text === '')) return null;
  const request = { entity, from: null, query: [...query, ['limit', '2'] as const], secret: runtime.secret };
  const plan = planList(version.compiled, principal, request, now);
  if (isRefusal(plan)) return null;
  const { rows } = await runtime.store.list({ ...plan, maxCount: 0 }, { principal, now });
  const [only, another] = rows;
  return only === undefined || another !== undefined ? null : only.id;
}

/** Returns the key by which the path of a call names records; null if the parameter is named after another field. */
function keyAt(context: RequestContext, entity: string, { parameter, call }: PathPlace, within: Within): Field | null {
  const key = keyFor(context, call, entity);
  const byName = fieldNamed(context, entity, parameter, within);
  return byName === null || byName.name === key?.name ? key : null;
}

function fieldAt(context: RequestContext, entity: string, parameter: string | null, within: Within): Field | null {
  return (
    fieldNamed(context, entity, parameter, within) ?? context.version.compiled.addresses.get(entity)?.field ?? null
  );
}

/** Returns the field after which a path parameter is named and that is unique, if need be among the records of a parent. */
function fieldNamed(
  { version: { compiled } }: RequestContext,
  entity: string,
  parameter: string | null,
  within: Within,
): Field | null {
  const stated = compiled.entities.get(entity)?.entity;
  if (stated === undefined || parameter === null) return null;
  return addressField(stated, parameter, new Set(within.map(([field]) => field))) ?? null;
}
