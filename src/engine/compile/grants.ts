import type { Typed } from '../../expressions/types/typed.ts';
import type { Operation, Permission, Role, RolePath } from '../../model/types/model.ts';
import { CONDITION, type Compiled, compiledOf, compiledTyped, type Place } from '../compiled/compiled-formula.ts';
import type { Cell, Cells } from '../compiled/compiled-model.ts';

/** The cells of one operation of an entity. A role from a relation brings its own condition into each of them. */
export function prepareCells(operation: Operation, place: Place): Cells {
  const stated = place.schema.model.permissions.filter(
    (cell) => cell.entity === place.entity && cell.operation === operation,
  );
  const fields = new Map<string, Cell[]>();
  for (const cell of stated) {
    if (cell.field === null) continue;
    fields.set(cell.field, [...(fields.get(cell.field) ?? []), prepareCell(cell, place)]);
  }
  const record = stated.filter((cell) => cell.field === null).map((cell) => prepareCell(cell, place));
  return { id: 'point/6', record, fields };
}

/** Where no cell says who brings back what was deleted, whoever may delete it may (A-RESTORE). */
export function prepareRestore(place: Place, deletion: Cells): Cells {
  const stated = prepareCells('restore', place);
  return stated.record.length > 0 ? stated : deletion;
}

function prepareCell(cell: Permission, place: Place): Cell {
  const { id, role, grant } = cell;
  const held = relationOf(place.schema.roles.get(role), place);
  const stated = 'where' in grant ? grant.where : null;
  const where = stated === null ? null : compiledOf(stated, CONDITION, place);
  const broken = (stated !== null && where === null) || held === 'broken';
  const nothing = { id, role, fields: null, where: null };
  if (held === 'nobody') return { ...nothing, kind: 'no' };
  // A denial that can't be understood denies everything.
  if (grant.kind === 'never')
    return broken ? { ...nothing, kind: 'never' } : { ...nothing, kind: 'never', ...both(held, where, place) };
  if (grant.kind !== 'yes') return { ...nothing, kind: grant.kind };
  const fields = grant.fields === null ? null : new Map(grant.fields.map((field) => [field.name, field.any] as const));
  if (broken) return { ...nothing, kind: 'unknown', fields };
  return { ...nothing, kind: 'yes', fields, ...both(held, where, place) };
}

export type Held = Compiled | 'nobody' | 'broken' | null;

/** Over a record, whoever its paths lead to holds the role; null for a role that does not go by the record. */
export function relationOf(role: Role | undefined, place: Place): Held {
  if (role === undefined || role.relation.length === 0) return null;
  const ways = role.relation.filter(({ entity }) => entity === place.entity).map((path) => leadsToMe(path, place));
  if (ways.length === 0) return 'nobody';
  const known = ways.filter((way) => way !== null);
  const [first, ...rest] = known;
  if (first === undefined || known.length < ways.length) return 'broken';
  return compiledTyped(
    rest.reduce((one, other) => binary('or', one, other), first),
    place,
  );
}

/** `path == me`, or `me in path` where it leads to several. */
function leadsToMe({ path }: RolePath, place: Place): Typed | null {
  const person = place.schema.person?.entity.name;
  const found = compiledOf(path, null, place)?.typed;
  if (found === undefined || person === undefined) return null;
  const { type } = found;
  const target = type.t === 'list' ? type.of : type;
  if (target.t !== 'record' || target.entity !== person) return null;
  const me: Typed = { op: 'me', type: { t: 'record', entity: person }, from: 0, to: 0 };
  return type.t === 'list' ? binary('in', me, found) : binary('==', found, me);
}

function both(held: Held, where: Compiled | null, place: Place): { readonly where: Compiled | null } {
  if (held === null || typeof held === 'string') return { where };
  return { where: where === null ? held : compiledTyped(binary('and', held.typed, where.typed), place) };
}

function binary(operator: 'or' | 'and' | '==' | 'in', left: Typed, right: Typed): Typed {
  return { op: 'binary', operator, left, right, type: { t: 'boolean' }, from: 0, to: 0 };
}
