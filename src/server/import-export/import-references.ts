import { MOST_NAMES, namingFields, namingKey, namingValue, planNamed } from '../../engine/query/record-titles.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** Which record a text names: its id; `null`: none that this person reads; `several`: more than one of them. */
export type NamedRecords = ReadonlyMap<string, string | null | 'several'>;

/** More records than these are not looked through for the texts of one question. */
const MOST_FOUND = 1_000;

/**
 * The records of an entity that these texts name, by a field that is unique or by their title, among those that this person
 * reads: one that they may not read is answered as one that is not there.
 */
export async function findRecordsByName(
  context: RequestContext,
  entity: string,
  texts: readonly string[],
): Promise<NamedRecords> {
  const { version, runtime, principal, now } = context;
  const prepared = version.compiled.entities.get(entity);
  const found = new Map<string, Set<string>>(texts.map((text) => [text, new Set()]));
  for (const attribute of prepared === undefined ? [] : namingFields(version.compiled, principal, prepared)) {
    for (let from = 0; from < texts.length; from += MOST_NAMES) {
      const asked = texts.slice(from, from + MOST_NAMES).map((text) => ({ text, value: namingValue(attribute, text) }));
      const sought = asked.filter(({ value }) => value !== null);
      const values = sought.map(({ value }) => value);
      const limit = MOST_FOUND;
      const plan =
        prepared === undefined || values.length === 0
          ? null
          : planNamed(version.compiled, principal, prepared, { attribute, values, limit }, now);
      if (plan === null) continue;
      const { rows, more } = await runtime.store.list(plan, { principal, now });
      const byKey = Map.groupBy(rows, (row) => namingKey(attribute, row.values[attribute.name] ?? null));
      for (const { text, value } of sought) {
        const ids = (byKey.get(namingKey(attribute, value)) ?? []).map(({ id }) => id);
        // What was not looked through may hold another of the same name.
        for (const id of more ? [...ids, ...ids.map((each) => `${each} or another`)] : ids) found.get(text)?.add(id);
      }
    }
  }
  return new Map([...found].map(([text, ids]) => [text, ids.size > 1 ? 'several' : ([...ids][0] ?? null)] as const));
}
