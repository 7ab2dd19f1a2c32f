import { addressField, isId } from '../../engine/core/record-address.ts';
import { isRefusal, planList } from '../../engine/query/list.ts';
import type { Field } from '../../model/types/model.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** A record that an address names, and the request for it. */
export interface AddressedRecord {
  readonly id: string;
  /** Whoever asks has the link to it, where the address names it by what people know it by. */
  readonly context: RequestContext;
}

/**
 * The record that an address names by what people know it by: `HD-00012`. It is looked for as a list of this
 * person is, so that nobody finds a record, or a value, that they do not read. What names none is given back as it is, and
 * is answered as an id that never was. `parameter`: what the path calls it, where that may be another field than usual.
 */
export async function findAddressedRecord(
  without: RequestContext,
  entity: string,
  named: string,
  parameter: string | null = null,
): Promise<AddressedRecord> {
  const { version, runtime, now } = without;
  const field = isId(named) || named === '' ? null : fieldAt(without, entity, parameter);
  if (field === null) return { id: named, context: without };
  const principal = { ...without.principal, link: named };
  const context = { ...without, who: principal };
  const query = [
    [field.name, named],
    ['limit', '1'],
  ] as const;
  const plan = planList(version.compiled, principal, { entity, from: null, query, secret: runtime.secret }, now);
  if (isRefusal(plan)) return { id: named, context };
  const { rows } = await runtime.store.list({ ...plan, countTo: 0 }, { principal, now });
  return { id: rows[0]?.id ?? named, context };
}

function fieldAt({ version: { compiled } }: RequestContext, entity: string, parameter: string | null): Field | null {
  const stated = compiled.entities.get(entity)?.entity;
  const byName = stated === undefined || parameter === null ? undefined : addressField(stated, parameter);
  return byName ?? compiled.addresses.get(entity)?.field ?? null;
}
