import {
  MOST_NAMES,
  namingFields,
  namingKey,
  namingValue,
  planRecordsByName,
} from '../../engine/query/record-titles.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** The record that each text names: its id, null if the principal can read none, `several` if it is ambiguous. */
export type NamedRecords = ReadonlyMap<string, string | null | 'several'>;

/** Maximum number of records per query. */
const MOST_FOUND = 1_000;

/**
 * Finds the records that the texts name, by a unique field or the title, among those that the principal may read. An
 * unreadable record is treated as missing.
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
          : planRecordsByName(version.compiled, principal, prepared, { attribute, values, limit }, now);
      if (plan === null) continue;
      const { rows, more } = await runtime.store.list(plan, { principal, now });
      const byKey = Map.groupBy(rows, (row) => namingKey(attribute, row.values[attribute.name] ?? null));
      for (const { text, value } of sought) {
        const ids = (byKey.get(namingKey(attribute, value)) ?? []).map(({ id }) => id);
        // The result was cut off, so another record may have the same name.
        for (const id of more ? [...ids, ...ids.map((each) => `${each} or another`)] : ids) found.get(text)?.add(id);
      }
    }
  }
  return new Map([...found].map(([text, ids]) => [text, ids.size > 1 ? 'several' : ([...ids][0] ?? null)] as const));
}
