import type { Permission } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import { mayReadField } from './field-access.ts';

/** What a role cannot read of a field: its values on all records or on some; null if it reads all. */
export type Hidden = 'always' | 'sometimes' | null;

/** Whether a value is hidden from a role, and whether the field's own row hides it beyond the row of the record. */
export interface FieldVisibility {
  readonly hidden: Hidden;
  /** Whether the field's own row is stricter than that of the record. */
  readonly byField: boolean;
}

const OPEN: FieldVisibility = { hidden: null, byField: false };

/**
 * Returns a memoized look-up by role, entity and field. A permission that is not shown hides the value and counts as
 * `sometimes`.
 */
export function visibilityLookup(context: CheckContext): VisibilityLookup {
  return context.memoize('visibility', context.access, () => newLookup(context));
}

type VisibilityLookup = (role: string, entity: string, field: string) => FieldVisibility;

function newLookup(context: CheckContext): VisibilityLookup {
  const known = new Map<string, Map<string, Map<string, FieldVisibility>>>();
  return (role, entity, field) => {
    const ofRole = known.get(role) ?? new Map<string, Map<string, FieldVisibility>>();
    known.set(role, ofRole);
    const ofEntity = ofRole.get(entity) ?? new Map<string, FieldVisibility>();
    ofRole.set(entity, ofEntity);
    const visibility =
      ofEntity.get(field) ?? orByOtherRole(role, (each) => secrecyOf(each, entity, field, context), context);
    ofEntity.set(field, visibility);
    return visibility;
  };
}

/** A role from a relation may hide a value that every role its holder must also have shows. */
function orByOtherRole(
  role: string,
  secrecy: (role: string) => FieldVisibility,
  { access }: CheckContext,
): FieldVisibility {
  const own = secrecy(role);
  const others = own.hidden === 'always' ? access.assignedRoles(role).map(secrecy) : [];
  const isGiven = others.length > 0 && others.every(({ hidden }) => hidden !== 'always');
  return isGiven ? { hidden: 'sometimes', byField: others.some(({ byField }) => byField) } : own;
}

function secrecyOf(role: string, entity: string, field: string, context: CheckContext): FieldVisibility {
  const { access, schema } = context;
  const stated = schema.entities.get(entity);
  if (stated === undefined) return OPEN;
  const own = field === 'id' ? recordSecrecy(role, entity, context) : fieldSecrecy(role, entity, field, context);
  const attribute = stated.attributes.get(field);
  if (attribute?.kind === 'field' && attribute.field.writeOnly) return { hidden: 'always', byField: true };
  // Values in lines are readable only together with the list field that holds them.
  const { owner } = stated;
  const list =
    owner === null || access.fieldCells(owner.entity, owner.field).length === 0
      ? OPEN
      : fieldSecrecy(role, owner.entity, owner.field, context);
  return { hidden: stricter(own.hidden, list.hidden), byField: own.byField || list.byField };
}

function stricter(one: Hidden, other: Hidden): Hidden {
  if (one === 'always' || other === 'always') return 'always';
  return one ?? other;
}

function recordSecrecy(role: string, entity: string, context: CheckContext): FieldVisibility {
  const cells = context.access.cells(entity, 'read');
  const held = context.access.certainRoles(role);
  const counts = cells.filter((cell) => held.has(cell.role));
  if (counts.some(isWhole) && !isDenied(role, cells, context)) return OPEN;
  const some = cells.length === 0 || counts.some(({ grant }) => grant.kind === 'yes' || grant.kind === 'unknown');
  return { hidden: some ? 'sometimes' : 'always', byField: false };
}

function fieldSecrecy(role: string, entity: string, field: string, context: CheckContext): FieldVisibility {
  const { access } = context;
  const own = access.fieldCells(entity, field);
  if (mayReadField(role, entity, field, own, context) === 'no') return { hidden: 'always', byField: true };
  const held = context.access.certainRoles(role);
  const stated = access.cells(entity, 'read');
  const records = stated.filter((cell) => held.has(cell.role));
  // The cell gives the field with each record that it gives.
  const isGiven = ({ grant, role: of }: Permission) =>
    covers(grant, field) && (own.length === 0 || own.some((each) => each.role === of && isWhole(each)));
  if (!isDenied(role, [...stated, ...own], context) && records.some((cell) => isWhole(cell) && isGiven(cell)))
    return OPEN;
  return {
    hidden: 'sometimes',
    byField: isDenied(role, own, context) || records.some((cell) => cell.grant.kind === 'yes' && !isGiven(cell)),
  };
}

/**
 * Whether a `never` cell denies something to a holder of the role, possibly by another role that the holder may also
 * have.
 */
function isDenied(role: string, cells: readonly Permission[], { access }: CheckContext): boolean {
  const beside = access.possibleRoles(role);
  return cells.some((cell) => cell.grant.kind === 'never' && beside.has(cell.role));
}

function isWhole({ grant }: Permission): boolean {
  return grant.kind === 'yes' && grant.where === null;
}

function covers(grant: Permission['grant'], field: string): boolean {
  return grant.kind === 'yes' && (grant.fields === null || grant.fields.some(({ name }) => name === field));
}
