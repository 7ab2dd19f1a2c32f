import { isAnswerable } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles, rolesKey } from '../compiled/memoize-by-roles.ts';
import type { Principal } from '../core/principal.ts';
import { parameterOf, readableField } from './list-filter.ts';
import type { DeletedPlan, ListPlan } from './list-plan.ts';

/**
 * Plans a query that tells whether one record is readable. The query and its cost are the same for an unreadable record
 * and for one that never existed. Null if these roles may read every record of the entity, or if the permission can't be
 * compiled to SQL.
 */
export function planRecordExists(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  id: string,
): ListPlan | null {
  const where = whereOne(model, principal, entity, id);
  return where && planOf(model, principal, entity, 'one', where, 1);
}

/** Like `planRecordExists` for several records at once: returns which of them are readable. */
export function planRecordsExist(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  ids: readonly string[],
): ListPlan | null {
  const where = whereSome(model, principal, entity, (left, of) => ({
    r: 'among',
    item: left,
    list: parameterOf(ids, { t: 'list', of }),
  }));
  return where && planOf(model, principal, entity, 'some', where, ids.length);
}

function planOf(
  model: CompiledModel,
  principal: Principal,
  { name }: CompiledEntity,
  what: string,
  where: readonly Relation[],
  limit: number,
): ListPlan {
  const key = JSON.stringify([model.hash, what, name, rolesKey(model, principal)]);
  return { key, entity: name, where, search: null, select: [], sort: [], after: null, limit, maxCount: 0 };
}

/** Like `planRecordExists` for a deleted record within its retention. */
export function planDeletedRecordExists(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  id: string,
  now: number,
): DeletedPlan | null {
  const where = whereOne(model, principal, entity, id);
  if (where === null) return null;
  const key = JSON.stringify([model.hash, 'one deleted', entity.name, rolesKey(model, principal)]);
  return { key, entity: entity.name, where, since: now - model.retention, after: null, limit: 1, maxCount: 0 };
}

const whereOne = (
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  id: string,
): readonly Relation[] | null =>
  whereSome(model, principal, entity, (left, type) => ({
    r: 'same',
    left,
    right: parameterOf(id, type),
    negated: false,
  }));

function whereSome(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  named: (id: Relation, type: StaticType) => Relation,
): readonly Relation[] | null {
  const { rows } = readPolicyFor(model, entity, principal);
  const attribute = entity.schema.attributes.get('id');
  if (rows === null || attribute === undefined) return null;
  const canBeAsked = memoizeByRoles(model, `one of ${entity.name}`, principal, () => isAnswerable(rows));
  const id = readableField(entity, attribute, null);
  return canBeAsked ? [named(id, staticTypeOf(attribute.type, attribute.id)), rows] : null;
}

/** Returns the condition that a row has this id. */
export function isRecord(entity: string, id: string): Relation {
  const type = { t: 'text' } as const;
  const field: Relation = { r: 'field', local: null, entity, path: [], field: 'id', type };
  return { r: 'same', left: field, right: { r: 'parameter', value: () => id, type, given: true }, negated: false };
}
