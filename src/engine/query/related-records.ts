import type { Attribute } from '../../model/lookups/schema.ts';
import type { Screen } from '../../model/types/model.ts';
import { gatesOf } from '../access/read-policy.ts';
import { hasRelated } from '../access/screen-access.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import { grantsOf } from '../context/permissions.ts';
import type { Who } from '../core/principal.ts';
import { isComparable } from './list-filter.ts';

/** A field by which records of an entity refer to those that a screen shows. */
export interface Referring {
  readonly entity: PreparedEntity;
  readonly attribute: Attribute;
}

/**
 * What a record's screen lists of the records that refer to it: for each field that does, those that these roles read, where
 * they read the field. Lines stand with what they belong to, and are none.
 */
export function referringTo(app: App, who: Who, screen: Screen): Referring[] {
  if (!hasRelated(screen)) return [];
  return [...app.entities.values()].flatMap((entity) => {
    if (entity.entity.belongsTo !== null || grantsOf(entity.permissions.read, who).length === 0) return [];
    const { fields } = gatesOf(app, entity, who);
    return [...entity.schema.attributes.values()].flatMap((attribute) => {
      const { name, type, kind } = attribute;
      const refers = (type.kind === 'reference' || type.kind === 'references') && type.entity === screen.entity;
      const isRead = kind === 'field' && fields.has(name) && isComparable(app, entity, attribute);
      return refers && isRead ? [{ entity, attribute }] : [];
    });
  });
}
