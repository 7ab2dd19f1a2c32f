import type { Scope } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Operation } from '../../model/types/model.ts';
import type { Cell, Cells, PreparedEntity } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import { type Context, entityOf, scopeOf } from './decision-context.ts';

/** The cells of an operation that the person's roles grant at all; none where one of their roles says `never`. */
export function grantsOf(cells: Cells, who: Who): readonly Cell[] {
  return heldOf(cells.record, who).grants;
}

/** What cells say to a set of roles. */
interface Held {
  /** None where one of the roles says `never`. */
  readonly grants: readonly Cell[];
  /** Those that deny some records. */
  readonly denials: readonly Cell[];
}

/** Worked out once for a set of roles; whoever holds the same roles mostly has the same set. */
const known = new WeakMap<ReadonlySet<string>, Map<readonly Cell[], Held>>();

function heldOf(cells: readonly Cell[], { roles }: Who): Held {
  const ofRoles = known.get(roles) ?? new Map<readonly Cell[], Held>();
  if (ofRoles.size === 0) known.set(roles, ofRoles);
  const there = ofRoles.get(cells);
  if (there !== undefined) return there;
  const held = cells.filter((cell) => roles.has(cell.role));
  const never = held.filter((cell) => cell.kind === 'never');
  const found = {
    grants: never.some((cell) => cell.where === null) ? [] : held.filter((cell) => cell.kind === 'yes'),
    denials: never.filter((cell) => cell.where !== null),
  };
  ofRoles.set(cells, found);
  return found;
}

/** Ids of the cells that say no to these roles, `never` before all others; the whole point where none speaks of them. */
export function denialsOf(cells: Cells, who: Who): readonly string[] {
  const held = cells.record.filter((cell) => who.roles.has(cell.role));
  const never = held.filter((cell) => cell.kind === 'never');
  if (held.length === 0) return [cells.id];
  return (never.length > 0 ? never : held).map((cell) => cell.id);
}

/** The grants whose condition holds on the record. Unknown does not hold. */
export function holding(context: Context, cells: Cells, scope: Scope): readonly Cell[] {
  const { grants, denials } = heldOf(cells.record, context.who);
  return denies(denials, scope) ? [] : grants.filter((cell) => holds(cell, scope));
}

/** Whether one of them does. */
export function holdsAny(context: Context, cells: Cells, scope: Scope): boolean {
  const { grants, denials } = heldOf(cells.record, context.who);
  return !denies(denials, scope) && grants.some((cell) => holds(cell, scope));
}

/** The cells among these that deny some records to these roles. Unknown denies. */
export function denialsWhere(cells: readonly Cell[], who: Who): readonly Cell[] {
  return heldOf(cells, who).denials;
}

const denies = (denials: readonly Cell[], scope: Scope): boolean =>
  denials.some((cell) => cell.where?.evaluate(scope) !== false);

/** The grants among these that admit the field: role by role, the row and the field together (M17). */
export function admitting(
  cells: Cells,
  who: Who,
  grants: readonly Cell[],
  field: string,
  scope: Scope,
): readonly Cell[] {
  return grants.filter((cell) => covers(cell, field) && fieldCells(cells, field, who, cell.role, scope));
}

/** Whether one of them does. */
export function admits(cells: Cells, who: Who, grants: readonly Cell[], field: string, scope: Scope): boolean {
  return grants.some((cell) => covers(cell, field) && fieldCells(cells, field, who, cell.role, scope));
}

/** Whether some record could let these roles do it with the field. */
export function admitsOnSome(cells: Cells, who: Who, field: string): boolean {
  return grantsOf(cells, who).some((cell) => covers(cell, field) && fieldCells(cells, field, who, cell.role, null));
}

/** A list of fields in a cell names the only ones; without a list, all. */
export function covers(cell: Cell, field: string): boolean {
  return cell.fields === null || cell.fields.has(field) || field === 'id';
}

/** Which grants let the person read this record, and so which fields. Kept for the decision. */
export function reading(context: Context, row: Row): readonly Cell[] {
  const kept = context.memo.get(row) as readonly Cell[] | undefined;
  if (kept !== undefined) return kept;
  const entity = context.app.entities.get(row.entity);
  const found = entity === undefined ? [] : holding(context, entity.permissions.read, scopeOf(context, row));
  context.memo.set(row, found);
  return found;
}

export function mayReadRecord(context: Context, row: Row): boolean {
  return reading(context, row).length > 0;
}

/** Whether the person reads this field on this record. The field need not exist. */
export function mayReadField(context: Context, row: Row, field: string): boolean {
  const { read } = entityOf(context.app, row.entity).permissions;
  const grants = reading(context, row);
  if (!read.fields.has(field)) return grants.some((cell) => covers(cell, field));
  return admits(read, context.who, grants, field, scopeOf(context, row));
}

/** The stated fields, states and shown built-ins that these roles read on some record, in stated order. */
export function readsOnSome(entity: PreparedEntity, who: Who): string[] {
  const { read } = entity.permissions;
  return entity.attributes
    .filter((attribute) => attribute.kind !== 'built-in' || entity.shown.has(attribute.name))
    .filter((attribute) => admitsOnSome(read, who, attribute.name))
    .map((attribute) => attribute.name);
}

/** Whether these roles read the field on some record; of lines, the list that they stand in. */
export function readsSomewhere(
  context: Pick<Context, 'app' | 'who'>,
  name: string,
  field: string,
  below: ReadonlySet<string> = new Set(),
): boolean {
  const { entity, permissions } = entityOf(context.app, name);
  if (entity.belongsTo === null) return admitsOnSome(permissions.read, context.who, field);
  if (below.has(name)) return false;
  const within = new Set([...below, name]);
  return [...context.app.entities.values()].some((owner) =>
    owner.entity.fields.some(
      ({ name: list, type }) =>
        type.kind === 'list' && type.entity === name && readsSomewhere(context, owner.name, list, within),
    ),
  );
}

/** Roles that a cell of the operation grants, by name, those of the person left out. */
export function othersWith(entity: PreparedEntity, operation: Operation, who: Who): string[] {
  const granting = entity.permissions[operation].record.filter((cell) => cell.kind === 'yes').map((cell) => cell.role);
  return [...new Set(granting)].filter((role) => !who.roles.has(role));
}

/** The field's own cells of a role; `scope` null asks whether some record could. Without cells of its own a field follows the record. */
function fieldCells(cells: Cells, field: string, who: Who, role: string, scope: Scope | null): boolean {
  const own = cells.fields.get(field);
  if (own === undefined) return true;
  const { grants, denials } = heldOf(own, who);
  if (scope !== null && denies(denials, scope)) return false;
  return grants.some((cell) => cell.role === role && (scope === null || holds(cell, scope)));
}

function holds(cell: Cell, scope: Scope): boolean {
  return cell.where === null || cell.where.evaluate(scope) === true;
}
