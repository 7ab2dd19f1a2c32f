import type { Relation } from '../../expressions/relation/relation.ts';
import { isAnswerable } from '../../expressions/relation/relation-parts.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { kept, rolesKey } from '../compiled/memoize-by-roles.ts';
import type { Who } from '../core/principal.ts';
import { gatedField, parameterOf } from './list-filter.ts';
import type { DeletedPlan, ListPlan } from './list-plan.ts';

/**
 * The question whether one record is there for a person: asked alike, and answered alike, of a record that they may not
 * read and of one that never was. Null where none of the entity is hidden from their roles, or no database can be asked.
 */
export function planOne(app: App, who: Who, entity: PreparedEntity, id: string): ListPlan | null {
  const where = whereOne(app, who, entity, id);
  return where && planOf(app, who, entity, 'one', where, 1);
}

/** The same of several at once: which of them are there. */
export function planSome(app: App, who: Who, entity: PreparedEntity, ids: readonly string[]): ListPlan | null {
  const where = whereSome(app, who, entity, (left, of) => ({
    r: 'among',
    item: left,
    list: parameterOf(ids, { t: 'list', of }),
  }));
  return where && planOf(app, who, entity, 'some', where, ids.length);
}

function planOf(
  app: App,
  who: Who,
  { name }: PreparedEntity,
  what: string,
  where: readonly Relation[],
  limit: number,
): ListPlan {
  const key = JSON.stringify([app.hash, what, name, rolesKey(app, who)]);
  return { key, entity: name, where, search: null, select: [], sort: [], after: null, limit, countTo: 0 };
}

/** The same of a deleted record that is still kept. */
export function planOneDeleted(
  app: App,
  who: Who,
  entity: PreparedEntity,
  id: string,
  now: number,
): DeletedPlan | null {
  const where = whereOne(app, who, entity, id);
  if (where === null) return null;
  const key = JSON.stringify([app.hash, 'one deleted', entity.name, rolesKey(app, who)]);
  return { key, entity: entity.name, where, since: now - app.retention, after: null, limit: 1, countTo: 0 };
}

const whereOne = (app: App, who: Who, entity: PreparedEntity, id: string): readonly Relation[] | null =>
  whereSome(app, who, entity, (left, type) => ({ r: 'same', left, right: parameterOf(id, type), negated: false }));

function whereSome(
  app: App,
  who: Who,
  entity: PreparedEntity,
  named: (id: Relation, type: StaticType) => Relation,
): readonly Relation[] | null {
  const { rows } = gatesOf(app, entity, who);
  const attribute = entity.schema.attributes.get('id');
  if (rows === null || attribute === undefined) return null;
  const canBeAsked = kept(app, `one of ${entity.name}`, who, () => isAnswerable(rows));
  const id = gatedField(entity, attribute, null);
  return canBeAsked ? [named(id, staticTypeOf(attribute.type, attribute.id)), rows] : null;
}
