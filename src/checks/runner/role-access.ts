import { isAssignable, roleField, withIncluded } from '../../model/lookups/roles.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Field, Operation, Permission, Role } from '../../model/types/model.ts';

/** `unknown`: the cell or the row is not shown, so nobody is allowed, and a gap reports it. */
export type Permitted = 'yes' | 'no' | 'unknown';

/** Who may do what according to the matrix of point 6. */
export interface RoleAccess {
  /** The field that holds a person's roles; null if people have no roles. */
  readonly roleField: Field | null;
  /** Roles that everyone who signs in has. */
  readonly everyone: readonly Role[];
  /**
   * All roles that a holder of this role certainly has: the role, the roles that it includes and, except for guests,
   * the roles of everyone.
   */
  readonly certainRoles: (role: string) => ReadonlySet<string>;
  /** All roles that a holder of this role may have, on some record at least. Includes the certain ones. */
  readonly possibleRoles: (role: string) => ReadonlySet<string>;
  /**
   * For a role from a relation: roles of which each holder also has one, because the field with people's roles is
   * required. Empty for other roles, and if that field is not required.
   */
  readonly assignedRoles: (role: string) => readonly string[];
  /** False only if no person can ever have the role: it is not stated, or no field could hold it. */
  readonly canHold: (role: string) => boolean;
  /** Whether a holder of the role may do the operation on some record, also by a role that everyone has. */
  readonly may: (role: string, entity: string, operation: Operation) => Permitted;
  /** Whether anybody may do the operation on some record. */
  readonly anybodyMay: (entity: string, operation: Operation) => Permitted;
  /** The cells for an operation on whole records. A line has the cells of its owner. */
  readonly cells: (entity: string, operation: Operation) => readonly Permission[];
  /** The cells for reading one field; empty if only the cells for the record decide. */
  readonly fieldCells: (entity: string, field: string) => readonly Permission[];
}

/** Builds the look-ups. */
export function roleAccessOf(schema: Schema): RoleAccess {
  const byOperation = cellsByOperation(schema);
  const byField = readingCellsByField(schema);
  const holder = roleField(schema);
  const everyone = [...schema.roles.values()].filter((role) => role.everyone);
  const related = [...schema.roles.values()].filter(({ relation }) => relation.length > 0).map(({ name }) => name);
  const canHold = (name: string) => {
    const role = schema.roles.get(name);
    return role !== undefined && (role.everyone || role.guest || role.relation.length > 0 || holder !== null);
  };
  const stated = (entity: string, operation: Operation) =>
    byOperation.get(ownerOf(schema, entity))?.get(operation) ?? NO_CELLS;
  // If no cell states who may restore a record, whoever may delete it may restore it.
  const cells = (entity: string, operation: Operation) => {
    const own = stated(entity, operation);
    return operation === 'restore' && own.length === 0 ? stated(entity, 'delete') : own;
  };
  const certainRoles = memoizeByRole((role) => {
    const everyonesRoles = schema.roles.get(role)?.guest === true ? [] : everyone.map(({ name }) => name);
    return new Set(withIncluded([role, ...everyonesRoles], schema));
  });
  // Guests hold no role by a relation.
  const certainOrRelated = memoizeByRole((role) =>
    schema.roles.get(role)?.guest === true || related.length === 0
      ? certainRoles(role)
      : new Set([...certainRoles(role), ...withIncluded(related, schema)]),
  );
  const possibleRoles = memoizeByRole((role) => {
    const hasOneRole = schema.roles.get(role)?.guest === true || holder?.type.kind !== 'role' || !holder.type.several;
    if (hasOneRole) return certainOrRelated(role);
    return new Set([...schema.roles.values()].filter(({ guest }) => !guest).map(({ name }) => name));
  });
  const assignable = holder?.required === true ? [...schema.roles.values()].filter(isAssignable) : [];
  const assignedRoles = (role: string) => (related.includes(role) ? assignable.map(({ name }) => name) : []);
  const may = (role: string, entity: string, operation: Operation) => {
    const roles = certainOrRelated(role);
    return answerOf(cells(entity, operation), (cell) => roles.has(cell.role));
  };
  const anybodyMay = (entity: string, operation: Operation) =>
    answerOf(cells(entity, operation), (cell) => canHold(cell.role));
  const fieldCells = (entity: string, field: string) => byField.get(entity)?.get(field) ?? NO_CELLS;
  return {
    roleField: holder,
    everyone,
    certainRoles,
    possibleRoles,
    assignedRoles,
    canHold,
    may,
    anybodyMay,
    cells,
    fieldCells,
  };
}

/** Memoizes a function of a role. */
function memoizeByRole(work: (role: string) => ReadonlySet<string>): (role: string) => ReadonlySet<string> {
  const memo = new Map<string, ReadonlySet<string>>();
  return (role) => {
    const roles = memo.get(role) ?? work(role);
    memo.set(role, roles);
    return roles;
  };
}

const NO_CELLS: readonly Permission[] = [];

type CellsBy<Key> = ReadonlyMap<string, ReadonlyMap<Key, readonly Permission[]>>;

/** Returns the cells for whole records, by entity and operation. */
function cellsByOperation({ model }: Schema): CellsBy<Operation> {
  const cells = model.permissions.filter(({ field }) => field === null);
  return byEntity(cells, ({ operation }) => operation);
}

/** Returns the cells for reading one field, by entity and field. */
function readingCellsByField({ model }: Schema): CellsBy<string | null> {
  const cells = model.permissions.filter(({ field, operation }) => field !== null && operation === 'read');
  return byEntity(cells, ({ field }) => field);
}

function byEntity<Key>(cells: readonly Permission[], keyOf: (cell: Permission) => Key): CellsBy<Key> {
  const found = new Map<string, Map<Key, readonly Permission[]>>();
  for (const [entity, own] of Map.groupBy(cells, (cell) => cell.entity)) found.set(entity, Map.groupBy(own, keyOf));
  return found;
}

/** No cell at all means that the row is missing: the answer is unknown. */
function answerOf(cells: readonly Permission[], counts: (cell: Permission) => boolean): Permitted {
  if (cells.length === 0) return 'unknown';
  const grants = cells.filter(counts).map((cell) => cell.grant.kind);
  if (grants.includes('yes')) return 'yes';
  return grants.includes('unknown') ? 'unknown' : 'no';
}

function ownerOf(schema: Schema, entity: string): string {
  return schema.entities.get(entity)?.entity.belongsTo?.name ?? entity;
}
