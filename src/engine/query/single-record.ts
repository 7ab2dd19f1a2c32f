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
 * Plans the query whether one record is readable. The query and its cost are the same for an unreadable record and for
 * one that never existed. Null if no record of the entity is hidden from these roles, or if it can't be compiled to
 * SQL.
 */
export function planRecordExists(
  app: CompiledModel,
  who: Principal,
  entity: CompiledEntity,
  id: string,
): ListPlan | null {
  const where = whereOne(app, who, entity, id);
  return where && planOf(app, who, entity, 'one', where, 1);
}

/** Like `planRecordExists` for several records at once: returns which of them are readable. */
export function planRecordsExist(
  app: CompiledModel,
  who: Principal,
  entity: CompiledEntity,
  ids: readonly string[],
): ListPlan | null {
  const where = whereSome(app, who, entity, (left, of) => ({
    r: 'among',
    item: left,
    list: parameterOf(ids, { t: 'list', of }),
  }));
  return where && planOf(app, who, entity, 'some', where, ids.length);
}

function planOf(
  app: CompiledModel,
  who: Principal,
  { name }: CompiledEntity,
  what: string,
  where: readonly Relation[],
  limit: number,
): ListPlan {
  const key = JSON.stringify([app.hash, what, name, rolesKey(app, who)]);
  return { key, entity: name, where, search: null, select: [], sort: [], after: null, limit, countTo: 0 };
}

/** Like `planRecordExists` for a deleted record within its retention. */
export function planDeletedRecordExists(
  app: CompiledModel,
  who: Principal,
  entity: CompiledEntity,
  id: string,
  now: number,
): DeletedPlan | null {
  const where = whereOne(app, who, entity, id);
  if (where === null) return null;
  const key = JSON.stringify([app.hash, 'one deleted', entity.name, rolesKey(app, who)]);
  return { key, entity: entity.name, where, since: now - app.retention, after: null, limit: 1, countTo: 0 };
}

const whereOne = (app: CompiledModel, who: Principal, entity: CompiledEntity, id: string): readonly Relation[] | null =>
  whereSome(app, who, entity, (left, type) => ({ r: 'same', left, right: parameterOf(id, type), negated: false }));

function whereSome(
  app: CompiledModel,
  who: Principal,
  entity: CompiledEntity,
  named: (id: Relation, type: StaticType) => Relation,
): readonly Relation[] | null {
  const { rows } = readPolicyFor(app, entity, who);
  const attribute = entity.schema.attributes.get('id');
  if (rows === null || attribute === undefined) return null;
  const canBeAsked = memoizeByRoles(app, `one of ${entity.name}`, who, () => isAnswerable(rows));
  const id = readableField(entity, attribute, null);
  return canBeAsked ? [named(id, staticTypeOf(attribute.type, attribute.id)), rows] : null;
}
