import { isAssignable, roleField, withIncluded } from '../model/lookups/roles.ts';
import type { Schema } from '../model/lookups/schema.ts';
import type { Field, Operation, Permission, Role } from '../model/types/model.ts';
import { sameItems } from './parts.ts';

/** `unknown`: the cell or the row is not shown, so that nobody may, and a gap says so. */
export type Answer = 'yes' | 'no' | 'unknown';

/** Who may do what, as far as the matrix of point 6 says. */
export interface Access {
  /** The field that holds a person's roles; null where people have none. */
  readonly roleField: Field | null;
  /** Roles that everyone who signs in holds. */
  readonly everyone: readonly Role[];
  /** The roles that whoever holds this one has besides: those that it includes, and those of everyone, which guests have not. */
  readonly held: (role: string) => ReadonlySet<string>;
  /** Those, and all that somebody who has this one may have besides, on some record at least. */
  readonly beside: (role: string) => ReadonlySet<string>;
  /**
   * Of a role from a relation, the roles of which each of its holders has one as well, since the field that gives people their
   * roles is required. None of any other role, and where somebody may have no other.
   */
  readonly oneOf: (role: string) => readonly string[];
  /** False only where no person can ever hold the role: it is not stated, or no field could say who holds it. */
  readonly canHold: (role: string) => boolean;
  /** Whether a holder of the role may, on some record; what everyone holds is counted in. */
  readonly may: (role: string, entity: string, operation: Operation) => Answer;
  /** Whether somebody may, on some record. */
  readonly somebodyMay: (entity: string, operation: Operation) => Answer;
  /** The cells of an operation on whole records; those of an entity that belongs to another are its owner's. */
  readonly cells: (entity: string, operation: Operation) => readonly Permission[];
  /** The cells of reading one field; none where the cells of the record say all. */
  readonly fieldCells: (entity: string, field: string) => readonly Permission[];
}

/** The cells of a matrix by what they are about. */
interface Cells {
  readonly byOperation: ReadonlyMap<string, readonly Permission[]>;
  readonly byField: ReadonlyMap<string, readonly Permission[]>;
}

/** Builds the look-ups once. */
export function accessOf(schema: Schema): Access {
  return accessWith(schema, cellsOf(schema));
}

/** For one document after the other; where the cells are the same, those by what they are about are kept. */
export function openAccess(): (schema: Schema) => Access {
  let permissions: readonly Permission[] | null = null;
  let cells: Cells | null = null;
  return (schema) => {
    if (cells === null || permissions === null || !sameItems(permissions, schema.model.permissions))
      cells = cellsOf(schema);
    permissions = schema.model.permissions;
    return accessWith(schema, cells);
  };
}

function cellsOf(schema: Schema): Cells {
  const ofFields = schema.model.permissions.filter(({ field, operation }) => field !== null && operation === 'read');
  return {
    byOperation: cellsByOperation(schema),
    byField: Map.groupBy(ofFields, ({ entity, field }) => `${field} ${entity}`),
  };
}

function accessWith(schema: Schema, { byOperation, byField }: Cells): Access {
  const holder = roleField(schema);
  const everyone = [...schema.roles.values()].filter((role) => role.everyone);
  const related = [...schema.roles.values()].filter(({ relation }) => relation.length > 0).map(({ name }) => name);
  const canHold = (name: string) => {
    const role = schema.roles.get(name);
    return role !== undefined && (role.everyone || role.guest || role.relation.length > 0 || holder !== null);
  };
  const stated = (entity: string, operation: Operation) =>
    byOperation.get(keyOf(ownerOf(schema, entity), operation)) ?? [];
  // Where no cell says who brings back what was deleted, whoever may delete it may.
  const cells = (entity: string, operation: Operation) => {
    const own = stated(entity, operation);
    return operation === 'restore' && own.length === 0 ? stated(entity, 'delete') : own;
  };
  const held = once((role) => {
    const besides = schema.roles.get(role)?.guest === true ? [] : everyone.map(({ name }) => name);
    return new Set(withIncluded([role, ...besides], schema));
  });
  // Whoever has not signed in is none of those.
  const heldOrRelated = once((role) =>
    schema.roles.get(role)?.guest === true || related.length === 0
      ? held(role)
      : new Set([...held(role), ...withIncluded(related, schema)]),
  );
  const beside = once((role) => {
    const isOne = schema.roles.get(role)?.guest === true || holder?.type.kind !== 'role' || !holder.type.several;
    if (isOne) return heldOrRelated(role);
    return new Set([...schema.roles.values()].filter(({ guest }) => !guest).map(({ name }) => name));
  });
  const assignable = holder?.required === true ? [...schema.roles.values()].filter(isAssignable) : [];
  const oneOf = (role: string) => (related.includes(role) ? assignable.map(({ name }) => name) : []);
  const may = (role: string, entity: string, operation: Operation) => {
    const roles = heldOrRelated(role);
    return answerOf(cells(entity, operation), (cell) => roles.has(cell.role));
  };
  const somebodyMay = (entity: string, operation: Operation) =>
    answerOf(cells(entity, operation), (cell) => canHold(cell.role));
  const fieldCells = (entity: string, field: string) => byField.get(`${field} ${entity}`) ?? [];
  return { roleField: holder, everyone, held, beside, oneOf, canHold, may, somebodyMay, cells, fieldCells };
}

/** What is asked for each role again and again. */
function once(work: (role: string) => ReadonlySet<string>): (role: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (role) => {
    const found = known.get(role) ?? work(role);
    known.set(role, found);
    return found;
  };
}

function cellsByOperation(schema: Schema): ReadonlyMap<string, readonly Permission[]> {
  const found = new Map<string, Permission[]>();
  for (const cell of schema.model.permissions) {
    if (cell.field !== null) continue;
    const key = keyOf(cell.entity, cell.operation);
    const known = found.get(key);
    if (known === undefined) found.set(key, [cell]);
    else known.push(cell);
  }
  return found;
}

/** No cell at all is a missing row: nobody knows. */
function answerOf(cells: readonly Permission[], counts: (cell: Permission) => boolean): Answer {
  if (cells.length === 0) return 'unknown';
  const grants = cells.filter(counts).map((cell) => cell.grant.kind);
  if (grants.includes('yes')) return 'yes';
  return grants.includes('unknown') ? 'unknown' : 'no';
}

function ownerOf(schema: Schema, entity: string): string {
  return schema.entities.get(entity)?.entity.belongsTo?.name ?? entity;
}

function keyOf(entity: string, operation: Operation): string {
  return `${operation} ${entity}`;
}
