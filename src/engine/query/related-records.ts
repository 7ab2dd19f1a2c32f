import type { Attribute } from '../../model/lookups/schema.ts';
import type { Screen } from '../../model/types/model.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import { hasRelated } from '../access/screen-access.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { grantsOf } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';
import { isComparable } from './list-filter.ts';

/** A field by which records of an entity refer to the records of a screen. */
export interface Referring {
  readonly entity: CompiledEntity;
  readonly attribute: Attribute;
}

/**
 * Returns the fields whose referring records a record's screen lists: those that these roles may read, of entities they
 * may read. Lines are listed with their owner instead.
 */
export function referringTo(model: CompiledModel, principal: Principal, screen: Screen): Referring[] {
  if (!hasRelated(screen)) return [];
  return [...model.entities.values()].flatMap((entity) => {
    if (entity.entity.belongsTo !== null || grantsOf(entity.permissions.read, principal).length === 0) return [];
    const { fields } = readPolicyFor(model, entity, principal);
    return [...entity.schema.attributes.values()].flatMap((attribute) => {
      const { name, type, kind } = attribute;
      const refers = (type.kind === 'reference' || type.kind === 'references') && type.entity === screen.entity;
      const isRead = kind === 'field' && fields.has(name) && isComparable(model, entity, attribute);
      return refers && isRead ? [{ entity, attribute }] : [];
    });
  });
}
