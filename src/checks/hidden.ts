import type { Permission } from '../model/types/model.ts';
import type { CheckContext } from './check.ts';
import { mayReadField } from './field-access.ts';

/** What a role does not get of a field: all of it, or its values on some records; null where it gets them all. */
export type Hidden = 'always' | 'sometimes' | null;

/** Whether a value is kept from a role, and whether by more than the record that it stands on. */
export interface Secrecy {
  readonly hidden: Hidden;
  /** A condition of the field's own row says more than that of the record. */
  readonly byField: boolean;
}

const OPEN: Secrecy = { hidden: null, byField: false };

/** Works out each role and field once. What point 6 does not show is kept from everybody, and counts as `sometimes`. */
export function secrecies(context: CheckContext): (role: string, entity: string, field: string) => Secrecy {
  const known = new Map<string, Map<string, Map<string, Secrecy>>>();
  return (role, entity, field) => {
    const ofRole = known.get(role) ?? new Map<string, Map<string, Secrecy>>();
    known.set(role, ofRole);
    const ofEntity = ofRole.get(entity) ?? new Map<string, Secrecy>();
    ofRole.set(entity, ofEntity);
    const found = ofEntity.get(field) ?? besides(role, (each) => secrecyOf(each, entity, field, context), context);
    ofEntity.set(field, found);
    return found;
  };
}

/** What a role from a relation never gives may be given by whichever role its holder has besides. */
function besides(role: string, secrecy: (role: string) => Secrecy, { access }: CheckContext): Secrecy {
  const own = secrecy(role);
  const others = own.hidden === 'always' ? access.oneOf(role).map(secrecy) : [];
  const isGiven = others.length > 0 && others.every(({ hidden }) => hidden !== 'always');
  return isGiven ? { hidden: 'sometimes', byField: others.some(({ byField }) => byField) } : own;
}

function secrecyOf(role: string, entity: string, field: string, context: CheckContext): Secrecy {
  const { access, schema } = context;
  const stated = schema.entities.get(entity);
  if (stated === undefined) return OPEN;
  const own = field === 'id' ? recordSecrecy(role, entity, context) : fieldSecrecy(role, entity, field, context);
  const attribute = stated.attributes.get(field);
  if (attribute?.kind === 'field' && attribute.field.writeOnly) return { hidden: 'always', byField: true };
  // What stands in lines is read with the list that holds them.
  const { owner } = stated;
  const list =
    owner === null || access.fieldCells(owner.entity, owner.field).length === 0
      ? OPEN
      : fieldSecrecy(role, owner.entity, owner.field, context);
  return { hidden: more(own.hidden, list.hidden), byField: own.byField || list.byField };
}

function more(one: Hidden, other: Hidden): Hidden {
  if (one === 'always' || other === 'always') return 'always';
  return one ?? other;
}

function recordSecrecy(role: string, entity: string, context: CheckContext): Secrecy {
  const cells = context.access.cells(entity, 'read');
  const held = context.access.held(role);
  const counts = cells.filter((cell) => held.has(cell.role));
  if (counts.some(isWhole) && !isDenied(role, cells, context)) return OPEN;
  const some = cells.length === 0 || counts.some(({ grant }) => grant.kind === 'yes' || grant.kind === 'unknown');
  return { hidden: some ? 'sometimes' : 'always', byField: false };
}

function fieldSecrecy(role: string, entity: string, field: string, context: CheckContext): Secrecy {
  const { access } = context;
  const own = access.fieldCells(entity, field);
  if (mayReadField(role, entity, field, own, context) === 'no') return { hidden: 'always', byField: true };
  const held = context.access.held(role);
  const stated = access.cells(entity, 'read');
  const records = stated.filter((cell) => held.has(cell.role));
  // With each record that the cell gives, it gives the field.
  const isGiven = ({ grant, role: of }: Permission) =>
    covers(grant, field) && (own.length === 0 || own.some((each) => each.role === of && isWhole(each)));
  if (!isDenied(role, [...stated, ...own], context) && records.some((cell) => isWhole(cell) && isGiven(cell)))
    return OPEN;
  return {
    hidden: 'sometimes',
    byField: isDenied(role, own, context) || records.some((cell) => cell.grant.kind === 'yes' && !isGiven(cell)),
  };
}

/** Whether some of it is denied to a holder of the role, be it by another role that they have as well. */
function isDenied(role: string, cells: readonly Permission[], { access }: CheckContext): boolean {
  const beside = access.beside(role);
  return cells.some((cell) => cell.grant.kind === 'never' && beside.has(cell.role));
}

function isWhole({ grant }: Permission): boolean {
  return grant.kind === 'yes' && grant.where === null;
}

function covers(grant: Permission['grant'], field: string): boolean {
  return grant.kind === 'yes' && (grant.fields === null || grant.fields.some(({ name }) => name === field));
}
