import type { Relation } from '../../expressions/types/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { readableOf } from '../access/apply-read-policy.ts';
import { allOf, readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';

/** A field of several references, and where it may be read; null on every row. */
interface Several {
  readonly entity: CompiledEntity;
  readonly attribute: Attribute;
  readonly gate: Relation | null;
}

/**
 * Returns the condition that a field of several references contains a record, one of some records, or none. Records
 * that this person may not read count as absent. Null if the operator does not exist.
 */
export function filterReferences(
  model: CompiledModel,
  principal: Principal,
  { attribute, gate, entity }: Several,
  operator: string,
  text: string,
): Relation | { readonly reason: string } | null {
  const { type } = attribute;
  if (type.kind !== 'references') return null;
  const list: Relation = {
    r: 'field',
    local: null,
    entity: entity.name,
    path: [],
    field: attribute.name,
    type: staticTypeOf(type, attribute.id),
  };
  const find = (name: string) => {
    const target = model.entities.get(name);
    return target === undefined ? null : { entity: target, policy: readPolicyFor(model, target, principal) };
  };
  if (operator === 'empty') {
    if (text !== 'true' && text !== 'false') return { reason: 'true or false' };
    const read = readableOf(list, type.entity, find);
    if (read === null) return { reason: 'a field that a list can be asked for' };
    const visibleList: Relation =
      gate === null ? read : { r: 'conditional', test: gate, yes: read, no: constant(null, TEXT) };
    const none: Relation = { r: 'same', left: visibleList, right: constant(null, TEXT), negated: false };
    return { r: 'same', left: none, right: constant(text === 'true', { t: 'boolean' }), negated: false };
  }
  if (operator !== 'is' && operator !== 'in') return null;
  const ids = operator === 'is' ? [text.trim()] : text.split(',').map((id) => id.trim());
  if (ids.length > MOST_RECORDS) return { reason: `at most ${MOST_RECORDS} values` };
  const rows = find(type.entity)?.policy.rows ?? null;
  const parts = ids.map((id): Relation => {
    const item = constant(id === '' ? null : id, { t: 'record', entity: type.entity });
    const isMember: Relation = { r: 'among', item, list };
    return allOf([gate, isMember, rows === null ? null : readsIt(item, type.entity, find)]) ?? isMember;
  });
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { r: 'or', parts };
}

/** Maximum number of records in one `in`. */
const MOST_RECORDS = 200;

/** Returns the condition that this person may read the record of this id. It is evaluated once and not per row. */
function readsIt(item: Relation, entity: string, find: Parameters<typeof readableOf>[2]): Relation {
  const list: Relation = { r: 'parameter', value: (scope) => listOf(item, scope), type: { t: 'list', of: TEXT } };
  const read = readableOf(list, entity, find);
  const none: Relation = { r: 'same', left: read ?? constant(null, TEXT), right: constant(null, TEXT), negated: true };
  return none;
}

const listOf = (item: Relation, scope: Parameters<Extract<Relation, { r: 'parameter' }>['value']>[0]): Value => {
  const id = item.r === 'parameter' ? item.value(scope) : null;
  return id === null || id === undefined ? [] : [id];
};

const TEXT: StaticType = { t: 'text' };

const constant = (value: Value, type: StaticType): Relation => ({ r: 'parameter', value: () => value, type });
