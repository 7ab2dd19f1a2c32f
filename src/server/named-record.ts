import { isId } from '../engine/address.ts';
import { isRefusal, planList } from '../engine/lists.ts';
import type { Asking } from './asking.ts';

/**
 * The id of the record that an address names by what people know it by: `HD-00012`. It is looked for as a list of this
 * person is, so that nobody finds a record, or a value, that they do not read. What names none is given back as it is, and
 * is answered as an id that never was.
 */
export async function recordNamed(asking: Asking, entity: string, named: string): Promise<string> {
  const { version, runtime, who, now } = asking;
  const field = isId(named) || named === '' ? null : (version.app.addresses.get(entity)?.field ?? null);
  if (field === null) return named;
  const query = [
    [field.name, named],
    ['limit', '1'],
  ] as const;
  const plan = planList(version.app, who, { entity, from: null, query, secret: runtime.secret }, now);
  if (isRefusal(plan)) return named;
  const { rows } = await runtime.store.list({ ...plan, countTo: 0 }, { who, now });
  return rows[0]?.id ?? named;
}
