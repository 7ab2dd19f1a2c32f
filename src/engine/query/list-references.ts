import type { Relation } from '../../expressions/relation/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { readableOf } from '../access/apply-read-policy.ts';
import { all, gatesOf } from '../access/read-policy.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';

/** A field of several records, and where it is read; null: on every row. */
interface Several {
  readonly entity: PreparedEntity;
  readonly attribute: Attribute;
  readonly gate: Relation | null;
}

/**
 * Whether a record stands among several, one of some does, or none does at all: of the records that this person reads. One
 * that they may not read stands nowhere, as if there were none of its id. Null: there is no such question.
 */
export function severalFiltered(
  app: App,
  who: Who,
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
    const target = app.entities.get(name);
    return target === undefined ? null : { entity: target, gates: gatesOf(app, target, who) };
  };
  if (operator === 'empty') {
    if (text !== 'true' && text !== 'false') return { reason: 'true or false' };
    const read = readableOf(list, type.entity, find);
    if (read === null) return { reason: 'a field that a list can be asked for' };
    const seen: Relation = gate === null ? read : { r: 'conditional', test: gate, yes: read, no: constant(null, TEXT) };
    const none: Relation = { r: 'same', left: seen, right: constant(null, TEXT), negated: false };
    return { r: 'same', left: none, right: constant(text === 'true', { t: 'boolean' }), negated: false };
  }
  if (operator !== 'is' && operator !== 'in') return null;
  const ids = operator === 'is' ? [text.trim()] : text.split(',').map((id) => id.trim());
  if (ids.length > MOST_RECORDS) return { reason: `at most ${MOST_RECORDS} values` };
  const rows = find(type.entity)?.gates.rows ?? null;
  const parts = ids.map((id): Relation => {
    const item = constant(id === '' ? null : id, { t: 'record', entity: type.entity });
    const stands: Relation = { r: 'among', item, list };
    return all([gate, stands, rows === null ? null : readsIt(item, type.entity, find)]) ?? stands;
  });
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : { r: 'or', parts };
}

/** More records in one `in` are refused. */
const MOST_RECORDS = 200;

/** Whether this person reads the record of this id: asked once, and not of each row. */
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
