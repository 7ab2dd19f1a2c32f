import { CONDITION } from '../../expressions/types/kinds.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Operation, Permission, Role, RolePath } from '../../model/types/model.ts';
import { type CompileContext, type CompiledFormula, compiledOf, compiledTyped } from '../compiled/compiled-formula.ts';
import type { CompiledGrant, GrantSet } from '../compiled/compiled-model.ts';

/**
 * Compiles those of an entity's cells that are about one operation. The condition of a role defined by a relation is added to each of
 * its cells.
 */
export function compileGrants(operation: Operation, cells: readonly Permission[], place: CompileContext): GrantSet {
  const stated = cells.filter((cell) => cell.operation === operation);
  const fields = new Map<string, CompiledGrant[]>();
  for (const cell of stated) {
    if (cell.field === null) continue;
    fields.set(cell.field, [...(fields.get(cell.field) ?? []), prepareCell(cell, place)]);
  }
  const record = stated.filter((cell) => cell.field === null).map((cell) => prepareCell(cell, place));
  return { id: 'point/6', record, fields };
}

/** Compiles the cells for restoring. If there are none, everybody who may delete may restore (A-RESTORE). */
export function compileRestoreGrants(
  cells: readonly Permission[],
  place: CompileContext,
  deletion: GrantSet,
): GrantSet {
  const stated = compileGrants('restore', cells, place);
  return stated.record.length > 0 ? stated : deletion;
}

function prepareCell(cell: Permission, place: CompileContext): CompiledGrant {
  const { id, role, grant } = cell;
  const heldCondition = relationOf(place.schema.roles.get(role), place);
  const stated = 'where' in grant ? grant.where : null;
  const where = stated === null ? null : compiledOf(stated, CONDITION, place);
  const attributes = place.schema.entities.get(cell.entity)?.attributes;
  const names = grant.kind === 'yes' ? (grant.fields ?? []) : [];
  // A word that is no field may be meant as a condition, so the cell is unknown.
  const hasUnknown = names.some(({ name }) => attributes?.has(name) !== true);
  const broken = (stated !== null && where === null) || heldCondition === 'broken' || hasUnknown;
  const nothing = { id, role, fields: null, where: null };
  if (heldCondition === 'nobody') return { ...nothing, kind: 'no' };
  // A denial that does not compile denies everything.
  if (grant.kind === 'never')
    return broken ? { ...nothing, kind: 'never' } : { ...nothing, kind: 'never', ...both(heldCondition, where, place) };
  if (grant.kind !== 'yes') return { ...nothing, kind: grant.kind };
  const fields = grant.fields === null ? null : new Map(grant.fields.map((field) => [field.name, field.any] as const));
  if (broken) return { ...nothing, kind: 'unknown', fields };
  return { ...nothing, kind: 'yes', fields, ...both(heldCondition, where, place) };
}

export type Held = CompiledFormula | 'nobody' | 'broken' | null;

/**
 * Returns the condition under which the person holds the role for a record; null for a role that does not depend on the
 * record.
 */
export function relationOf(role: Role | undefined, place: CompileContext): Held {
  if (role === undefined || role.relation.length === 0) return null;
  const conditions = role.relation
    .filter(({ entity }) => entity === place.entity)
    .map((path) => leadsToMe(path, place));
  if (conditions.length === 0) return 'nobody';
  const known = conditions.filter((way) => way !== null);
  const [first, ...rest] = known;
  if (first === undefined || known.length < conditions.length) return 'broken';
  return compiledTyped(
    rest.reduce((one, other) => binary('or', one, other), first),
    place,
  );
}

/** Returns `path == me`, or `me in path` if the path leads to several people. */
function leadsToMe({ path }: RolePath, place: CompileContext): Typed | null {
  const person = place.schema.person?.entity.name;
  const typedPath = compiledOf(path, null, place)?.typed;
  if (typedPath === undefined || person === undefined) return null;
  const { type } = typedPath;
  const target = type.t === 'list' ? type.of : type;
  if (target.t !== 'record' || target.entity !== person) return null;
  const me: Typed = { op: 'me', type: { t: 'record', entity: person }, from: 0, to: 0 };
  return type.t === 'list' ? binary('in', me, typedPath) : binary('==', typedPath, me);
}

function both(
  heldCondition: Held,
  where: CompiledFormula | null,
  place: CompileContext,
): { readonly where: CompiledFormula | null } {
  if (heldCondition === null || typeof heldCondition === 'string') return { where };
  return {
    where: where === null ? heldCondition : compiledTyped(binary('and', heldCondition.typed, where.typed), place),
  };
}

function binary(operator: 'or' | 'and' | '==' | 'in', left: Typed, right: Typed): Typed {
  return { op: 'binary', operator, left, right, type: { t: 'boolean' }, from: 0, to: 0 };
}
