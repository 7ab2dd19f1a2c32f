import type { Relation } from '../../expressions/types/relation.ts';
import type { CompiledEntity, CompiledGrant, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { denialsWhere, fieldsReadableSomewhere, grantCovers, grantsOf } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';

/** Which rows and fields of an entity a set of roles may read. Conditions are relations, so they compile to SQL. */
export interface ReadPolicy {
  /** The condition that a row must meet to be readable; null if every row is. */
  readonly rows: Relation | null;
  /**
   * Readable fields, states and built-ins. The condition limits a field to some of the readable rows; null if it is
   * readable on all of them.
   */
  readonly fields: ReadonlyMap<string, Relation | null>;
}

/** Returns the read policy for the principal's roles. Memoized per set of roles. */
export function readPolicyFor(model: CompiledModel, entity: CompiledEntity, principal: Principal): ReadPolicy {
  return memoizeByRoles(model, `read policy ${entity.name}`, principal, () => {
    const grants = grantsOf(entity.permissions.read, principal);
    const fields = fieldsReadableSomewhere(entity, principal).map(
      (field) => [field, fieldCondition(entity, principal, grants, field)] as const,
    );
    return {
      rows: allOf([anyOf(grants.map(rowsOf)), ...denialConditions(entity.permissions.read.record, principal)]),
      fields: new Map(fields),
    };
  });
}

/** Returns the conjunction of the conditions. Null stands for no condition. */
export function allOf(parts: readonly (Relation | null)[]): Relation | null {
  const stated = parts.filter((part) => part !== null);
  const [first] = stated;
  if (first === undefined) return null;
  return stated.length === 1 ? first : { r: 'and', parts: stated };
}

/**
 * Returns conditions that exclude the records of conditional denials: a record passes if the denial's condition is
 * certainly false.
 */
function denialConditions(cells: readonly CompiledGrant[], principal: Principal): Relation[] {
  return denialsWhere(cells, principal).flatMap(({ where }) =>
    where === null ? [] : [{ r: 'not', of: where.relation }],
  );
}

/** Returns the condition of a field. The role that grants the row must also grant the field (M17). */
function fieldCondition(
  entity: CompiledEntity,
  principal: Principal,
  grants: readonly CompiledGrant[],
  field: string,
): Relation | null {
  const own = entity.permissions.read.fields.get(field);
  const through = grants.filter((cell) => grantCovers(cell, field));
  if (own === undefined) {
    return through.length === grants.length ? null : anyOf(through.map(rowsOf));
  }
  const pairs = through.flatMap((cell) => {
    const cells = own.filter((one) => one.role === cell.role && one.kind === 'yes' && principal.roles.has(one.role));
    return cells.map((one) => ({ row: rowsOf(cell), field: one.where?.relation ?? null, role: cell }));
  });
  const unconditional = new Set(pairs.filter((pair) => pair.field === null).map((pair) => pair.role));
  const denied = denialConditions(own, principal);
  if (grants.every((grant) => unconditional.has(grant))) return allOf(denied);
  return allOf([anyOf(pairs.map((pair) => allOf([pair.row, pair.field]))), ...denied]);
}

const rowsOf = (cell: CompiledGrant): Relation | null => cell.where?.relation ?? null;

/**
 * Returns the disjunction of the conditions. Null stands for no condition, so one null makes the result null. Without
 * any conditions the result is never true.
 */
function anyOf(parts: readonly (Relation | null)[]): Relation | null {
  if (parts.includes(null)) return null;
  const stated = parts.filter((part) => part !== null);
  const [first] = stated;
  return first !== undefined && stated.length === 1 ? first : { r: 'or', parts: stated };
}
