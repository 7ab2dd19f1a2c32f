import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { identityKey } from '../../fields/text/identity-key.ts';
import type { Value } from '../../fields/text/value.ts';
import { type Attribute, ignoresCase } from '../../model/lookups/schema.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import { planList } from './list.ts';
import { gatedField } from './list-filter.ts';
import type { ListPlan } from './list-plan.ts';

/** At most so many texts are looked for at once. */
export const MOST_NAMES = 100;

/** How records are known in writing: by a field that is unique, or by their title; of those that this person reads at all. */
export function namingFields(app: App, who: Who, entity: PreparedEntity): Attribute[] {
  const { fields } = gatesOf(app, entity, who);
  return [...entity.schema.attributes.values()].filter((attribute) => {
    if (attribute.kind !== 'field' || !fields.has(attribute.name)) return false;
    const { unique, signIn, name } = attribute.field;
    return (unique || signIn || name === entity.schema.title) && KINDS.has(attribute.type.kind);
  });
}

const KINDS: ReadonlySet<string> = new Set(['text', 'email', 'integer', 'number series']);

/** The value that a text gives in such a field; null: none. */
export function namingValue(attribute: Attribute, text: string): Value {
  const read = fieldType(attribute.type.kind).parse(text, attribute.type);
  return 'value' in read ? read.value : null;
}

/** Two values of such a field that name one record have one key. */
export function namingKey(attribute: Attribute, value: Value): string {
  return ignoresCase(attribute) && typeof value === 'string' ? identityKey(value) : String(value);
}

/**
 * The records that this person reads whose field has one of these values, with that field selected; null where they
 * may not ask. A record that they may not read, or not this field of it, is not found.
 */
export function planNamed(
  app: App,
  who: Who,
  entity: PreparedEntity,
  asked: { readonly attribute: Attribute; readonly values: readonly Value[]; readonly limit: number },
  now: number,
): ListPlan | null {
  const { attribute, values, limit } = asked;
  const query = [
    ['sort', attribute.name],
    ['total', 'none'],
  ] as const;
  const plan = planList(app, who, { entity: entity.name, from: null, query, secret: new Uint8Array() }, now);
  if ('situation' in plan) return null;
  const type = staticTypeOf(attribute.type, attribute.id);
  const item = gatedField(entity, attribute, gatesOf(app, entity, who).fields.get(attribute.name) ?? null);
  const list = { r: 'parameter', value: () => values, type: { t: 'list', of: type } } as const;
  return {
    ...plan,
    key: JSON.stringify(['named', attribute.name, plan.key]),
    select: plan.select.map(({ field, gate }) => ({ field, gate })),
    where: [...plan.where, { r: 'among', item, list }],
    limit,
  };
}
