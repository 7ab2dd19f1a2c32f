import type { Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Operation } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledGrant, GrantSet } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { type Context, entityOf, scopeOf } from './decision-context.ts';

/**
 * Returns the cells that grant an operation to the principal's roles; none if one of the roles has an unconditional
 * `never`.
 */
export function grantsOf(cells: GrantSet, principal: Principal): readonly CompiledGrant[] {
  return grantsForRoles(cells.record, principal).grants;
}

/** The cells of one operation that concern a set of roles. */
interface HeldGrants {
  /** Granting cells; empty if one of the roles has an unconditional `never`. */
  readonly grants: readonly CompiledGrant[];
  /** Cells that deny some records. */
  readonly denials: readonly CompiledGrant[];
}

/** Cache by role set. Equal role sets are usually the same object. */
const grantsByRoles = new WeakMap<ReadonlySet<string>, Map<readonly CompiledGrant[], HeldGrants>>();

function grantsForRoles(cells: readonly CompiledGrant[], { roles }: Principal): HeldGrants {
  const ofRoles = grantsByRoles.get(roles) ?? new Map<readonly CompiledGrant[], HeldGrants>();
  if (ofRoles.size === 0) grantsByRoles.set(roles, ofRoles);
  const cached = ofRoles.get(cells);
  if (cached !== undefined) return cached;
  const ownCells = cells.filter((cell) => roles.has(cell.role));
  const never = ownCells.filter((cell) => cell.kind === 'never');
  const grantSet = {
    grants: never.some((cell) => cell.where === null) ? [] : ownCells.filter((cell) => cell.kind === 'yes'),
    denials: never.filter((cell) => cell.where !== null),
  };
  ofRoles.set(cells, grantSet);
  return grantSet;
}

/**
 * Returns the ids of the cells that deny these roles, preferring `never` cells. Returns the id of the whole permission
 * table if no cell mentions the roles.
 */
export function denialsOf(cells: GrantSet, principal: Principal): readonly string[] {
  const ownCells = cells.record.filter((cell) => principal.roles.has(cell.role));
  const never = ownCells.filter((cell) => cell.kind === 'never');
  if (ownCells.length === 0) return [cells.id];
  return (never.length > 0 ? never : ownCells).map((cell) => cell.id);
}

/** Returns the grants whose condition holds for the record. An unknown condition does not hold. */
export function matchingGrants(context: Context, cells: GrantSet, scope: Scope): readonly CompiledGrant[] {
  const { grants, denials } = grantsForRoles(cells.record, context.principal);
  return denies(denials, scope) ? [] : grants.filter((cell) => holds(cell, scope));
}

/** Like the previous function, but returns only whether there is such a grant. */
export function matchesAnyGrant(context: Context, cells: GrantSet, scope: Scope): boolean {
  const { grants, denials } = grantsForRoles(cells.record, context.principal);
  return !denies(denials, scope) && grants.some((cell) => holds(cell, scope));
}

/** Returns the cells that deny some records to these roles. An unknown condition denies. */
export function denialsWhere(cells: readonly CompiledGrant[], principal: Principal): readonly CompiledGrant[] {
  return grantsForRoles(cells, principal).denials;
}

const denies = (denials: readonly CompiledGrant[], scope: Scope): boolean =>
  denials.some((cell) => cell.where?.evaluate(scope) !== false);

/**
 * Returns the grants that include the field. The grant of the row and the grant of the field must come from the same
 * role (M17).
 */
export function grantsForField(
  cells: GrantSet,
  principal: Principal,
  grants: readonly CompiledGrant[],
  field: string,
  scope: Scope,
): readonly CompiledGrant[] {
  return grants.filter((cell) => grantCovers(cell, field) && fieldCells(cells, field, principal, cell.role, scope));
}

/** Like the previous function, but returns only whether there is such a grant. */
export function isGranted(
  cells: GrantSet,
  principal: Principal,
  grants: readonly CompiledGrant[],
  field: string,
  scope: Scope,
): boolean {
  return grants.some((cell) => grantCovers(cell, field) && fieldCells(cells, field, principal, cell.role, scope));
}

/** Returns whether these roles could perform the operation with the field on at least some record. */
export function isGrantedSomewhere(cells: GrantSet, principal: Principal, field: string): boolean {
  return grantsOf(cells, principal).some(
    (cell) => grantCovers(cell, field) && fieldCells(cells, field, principal, cell.role, null),
  );
}

/** Returns whether the cell covers the field. A cell without a list of fields covers all of them. */
export function grantCovers(cell: CompiledGrant, field: string): boolean {
  return cell.fields === null || cell.fields.has(field) || field === 'id';
}

/** Returns the grants that let the person read the record. Cached during the decision. */
export function readGrants(context: Context, row: Row): readonly CompiledGrant[] {
  const cached = context.memo.get(row) as readonly CompiledGrant[] | undefined;
  if (cached !== undefined) return cached;
  const entity = context.model.entities.get(row.entity);
  const grants = entity === undefined ? [] : matchingGrants(context, entity.permissions.read, scopeOf(context, row));
  context.memo.set(row, grants);
  return grants;
}

export function mayReadRecord(context: Context, row: Row): boolean {
  return readGrants(context, row).length > 0;
}

/** Returns whether the person may read the field of the record. The field need not exist. */
export function mayReadField(context: Context, row: Row, field: string): boolean {
  const { read } = entityOf(context.model, row.entity).permissions;
  const grants = readGrants(context, row);
  if (!read.fields.has(field)) return grants.some((cell) => grantCovers(cell, field));
  return isGranted(read, context.principal, grants, field, scopeOf(context, row));
}

/**
 * Returns the stated fields, states and visible built-ins that these roles may read on at least some record, in stated
 * order.
 */
export function fieldsReadableSomewhere(entity: CompiledEntity, principal: Principal): string[] {
  const { read } = entity.permissions;
  return entity.attributes
    .filter((attribute) => attribute.kind !== 'built-in' || entity.shownBuiltIns.has(attribute.name))
    .filter((attribute) => isGrantedSomewhere(read, principal, attribute.name))
    .map((attribute) => attribute.name);
}

/**
 * Returns whether these roles may read the field on at least some record. For a line entity: whether they may read a
 * list that contains such lines.
 */
export function isReadableSomewhere(
  context: Pick<Context, 'model' | 'principal'>,
  name: string,
  field: string,
  below: ReadonlySet<string> = new Set(),
): boolean {
  const { entity, permissions } = entityOf(context.model, name);
  if (entity.belongsTo === null) return isGrantedSomewhere(permissions.read, context.principal, field);
  if (below.has(name)) return false;
  const within = new Set([...below, name]);
  return [...context.model.entities.values()].some((owner) =>
    owner.entity.fields.some(
      ({ name: list, type }) =>
        type.kind === 'list' && type.entity === name && isReadableSomewhere(context, owner.name, list, within),
    ),
  );
}

/** Returns the names of the roles that have a grant for the operation, without the roles of the person. */
export function otherRolesWith(entity: CompiledEntity, operation: Operation, principal: Principal): string[] {
  const granting = entity.permissions[operation].record.filter((cell) => cell.kind === 'yes').map((cell) => cell.role);
  return [...new Set(granting)].filter((role) => !principal.roles.has(role));
}

/**
 * Checks the field's own cells for a role. With `scope` null it returns whether they could hold on some record. A field
 * without its own cells follows the record.
 */
function fieldCells(cells: GrantSet, field: string, principal: Principal, role: string, scope: Scope | null): boolean {
  const own = cells.fields.get(field);
  if (own === undefined) return true;
  const { grants, denials } = grantsForRoles(own, principal);
  if (scope !== null && denies(denials, scope)) return false;
  return grants.some((cell) => cell.role === role && (scope === null || holds(cell, scope)));
}

function holds(cell: CompiledGrant, scope: Scope): boolean {
  return cell.where === null || cell.where.evaluate(scope) === true;
}
