import { contextOf } from '../../engine/context/decision-context.ts';
import { trackFacts } from '../../engine/core/tracked-facts.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { choiceOfField, offeredRecords } from '../../engine/query/offered-records.ts';
import { rowOfWire } from '../../engine/view/validate-form.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import { loadRecord } from '../api/read-record.ts';
import { standardAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/**
 * Returns the condition of the records that a field offers while a record is edited, or the refusal. `record`: the id of
 * the record; undefined for a new one. `typed`: the values that the person typed, as JSON.
 */
export async function offeredFor(
  context: RequestContext,
  entity: string,
  field: string,
  record: string | undefined,
  typed: string | undefined,
): Promise<Relation | Response> {
  const { principal, version, now, runtime } = context;
  const { compiled } = version;
  const found = choiceOfField({ model: compiled, principal }, field);
  if (found === null || found.choice.entity !== entity) return standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
  const { owner, choice } = found;
  const values = typed === undefined ? {} : objectIn(typed);
  if (values === null)
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameter “this” must be an object in JSON' });
  const loaded = record === undefined ? null : await loadRecord(context, owner.name, record);
  if (loaded !== null && 'refused' in loaded) return loaded.refused;
  const wire = { ...(loaded?.wire ?? { id: '' }), ...values, _: { entity: owner.name } };
  const row = rowOfWire(compiled, wire as unknown as WireRecord);
  const conditions: Relation[] = [];
  await runtime.store.load(NOTHING, (known) => {
    const { facts, missing } = trackFacts(known);
    conditions[0] = offeredRecords(contextOf(compiled, principal, facts, now), choice, row);
    return missing();
  });
  const [where] = conditions;
  return where ?? standardAnswer(context, 'NOT_FOUND', { entity: 'list' });
}

const NOTHING = { rows: [], unique: [], files: [], referrers: [] };

function objectIn(text: string): { readonly [name: string]: Json } | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
