import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { identityKey } from '../../fields/text/identity-key.ts';
import type { Value } from '../../fields/text/value.ts';
import { type Attribute, ignoresCase } from '../../model/lookups/schema.ts';
import { textFormatKinds } from '../../model/types/text-formats.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { planList } from './list.ts';
import { readableField } from './list-filter.ts';
import type { ListPlan } from './list-plan.ts';

/** Maximum number of texts looked up at once. */
export const MOST_NAMES = 100;

/** Returns the fields that name records in text: unique fields and the title, as far as the person may read them. */
export function namingFields(model: CompiledModel, principal: Principal, entity: CompiledEntity): Attribute[] {
  const { fields } = readPolicyFor(model, entity, principal);
  return [...entity.schema.attributes.values()].filter((attribute) => {
    if (attribute.kind !== 'field' || !fields.has(attribute.name)) return false;
    const { unique, signIn, name } = attribute.field;
    return (unique || signIn || name === entity.schema.title) && KINDS.has(attribute.type.kind);
  });
}

const KINDS: ReadonlySet<string> = new Set(['text', 'integer', 'number series', ...textFormatKinds]);

/** Returns the value of a text for such a field; null if it is none. */
export function namingValue(attribute: Attribute, text: string): Value {
  const read = fieldType(attribute.type.kind).parse(text, attribute.type);
  return 'value' in read ? read.value : null;
}

/** Returns a key that is equal for values that name the same record. */
export function namingKey(attribute: Attribute, value: Value): string {
  return ignoresCase(attribute) && typeof value === 'string' ? identityKey(value) : String(value);
}

/**
 * Plans the query for the readable records whose field has one of these values, with that field selected; null if the
 * person may not query. A record that they may not read, or of which they may not read this field, is not found.
 */
export function planRecordsByName(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  asked: { readonly attribute: Attribute; readonly values: readonly Value[]; readonly limit: number },
  now: number,
): ListPlan | null {
  const { attribute, values, limit } = asked;
  const query = [
    ['sort', attribute.name],
    ['total', 'none'],
  ] as const;
  const plan = planList(model, principal, { entity: entity.name, from: null, query, secret: new Uint8Array() }, now);
  if ('situation' in plan) return null;
  const type = staticTypeOf(attribute.type, attribute.id);
  const item = readableField(
    entity,
    attribute,
    readPolicyFor(model, entity, principal).fields.get(attribute.name) ?? null,
  );
  const list = { r: 'parameter', value: () => values, type: { t: 'list', of: type } } as const;
  return {
    ...plan,
    key: JSON.stringify(['named', attribute.name, plan.key]),
    select: plan.select.map(({ field, gate }) => ({ field, gate })),
    where: [...plan.where, { r: 'among', item, list }],
    limit,
  };
}
