import type { Tree } from '../../model/types/formula.ts';
import type { Model, Operation, Permission } from '../../model/types/model.ts';
import { type Asking, meets, scopeOf } from './asking.ts';
import { evaluate } from './evaluate.ts';
import { shownNames, thingNamed } from './names.ts';
import type { Outcome, Row } from './value.ts';

/** A cell that grants. */
type Granting = Permission & { readonly grant: Extract<Permission['grant'], { readonly kind: 'yes' }> };

/** Whether a role of the person has any such cell at all, whatever the record. */
export function mayAtAll(asking: Asking, operation: Operation, entity: string): boolean {
  return (
    !isNever(asking, operation, entity, null) &&
    asking.roles.some((role) => cellFor(asking, operation, entity, null, role) !== null)
  );
}

/** Whether a role of the person grants it on this record. */
export function may(asking: Asking, operation: Operation, row: Row): boolean {
  if (isNever(asking, operation, row.entity, null, row)) return false;
  return asking.roles.some((role) => {
    const cell = cellFor(asking, operation, row.entity, null, role);
    return cell !== null && holdsOver(asking, role, row) && meets(asking, cell.grant.where, row);
  });
}

/**
 * Role by role: the record's cell and the field's, both of the same role. `row` null asks whether it is so on any
 * record that there might be.
 */
export function mayField(
  asking: Asking,
  operation: Operation,
  entity: string,
  field: string,
  row: Row | null,
): boolean {
  return rolesFor(asking, operation, entity, field, row).length > 0;
}

/** Whether a role that grants it says `(any)`. */
export function mayGiveAny(asking: Asking, operation: Operation, row: Row, field: string): boolean {
  return rolesFor(asking, operation, row.entity, field, row).some((role) => {
    const cells = [
      cellFor(asking, operation, row.entity, null, role),
      cellFor(asking, operation, row.entity, field, role),
    ];
    return cells.some((cell) => cell?.grant.fields?.some((each) => each.name === field && each.any) ?? false);
  });
}

/** A field that one can't read one can't change, but for what nobody reads by its very nature. */
export function mayChangeField(asking: Asking, field: string, row: Row): boolean {
  const thing = thingNamed(asking.model, row.entity, field);
  const isTakenIn = thing?.kind === 'field' && thing.field.writeOnly && may(asking, 'read', row);
  return mayField(asking, 'change', row.entity, field, row) && (isTakenIn || reads(asking, field, row));
}

/** Whether this person reads this field of this record. */
export function reads(asking: Asking, field: string, row: Row): boolean {
  if (field === 'id') return may(asking, 'read', row);
  return mayField(asking, 'read', row.entity, field, row);
}

/** Whether a role of the person reads every record of an entity: without a condition, and none of theirs denies any. */
export function readsEvery(asking: Asking, entity: string): boolean {
  const { model, roles } = asking;
  const related = (role: string) => model.roles.some(({ name, relation }) => name === role && relation.length > 0);
  const denied = model.permissions.some(
    (cell) =>
      cell.grant.kind === 'never' &&
      cell.entity === entity &&
      cell.operation === 'read' &&
      cell.field === null &&
      roles.includes(cell.role),
  );
  return (
    !denied && roles.some((role) => !related(role) && cellFor(asking, 'read', entity, null, role)?.grant.where === null)
  );
}

/** The fields that this person reads on some record, at least. */
export function everRead(asking: Asking, entity: string): readonly string[] {
  return shownNames(asking.model, entity).filter((field) => mayField(asking, 'read', entity, field, null));
}

function rolesFor(
  asking: Asking,
  operation: Operation,
  entity: string,
  field: string,
  row: Row | null,
): readonly string[] {
  if (isNever(asking, operation, entity, null, row) || isNever(asking, operation, entity, field, row)) return [];
  const ownRow = asking.model.permissions.some(
    (cell) => cell.entity === entity && cell.field === field && cell.operation === operation,
  );
  return asking.roles.filter((role) => {
    const record = cellFor(asking, operation, entity, null, role);
    if (record === null || (row !== null && !(holdsOver(asking, role, row) && meets(asking, record.grant.where, row))))
      return false;
    if (record.grant.fields !== null && !record.grant.fields.some((each) => each.name === field)) return false;
    if (!ownRow) return true;
    const cell = cellFor(asking, operation, entity, field, role);
    return cell !== null && (row === null || meets(asking, cell.grant.where, row));
  });
}

/** Where no row says who brings back what was deleted, the row for deleting does. */
function stated({ permissions }: Model, operation: Operation, entity: string): Operation {
  const isStated = (cell: Permission) => cell.entity === entity && cell.operation === operation && cell.field === null;
  return operation === 'restore' && !permissions.some(isStated) ? 'delete' : operation;
}

/** The cell of a role, where it grants. */
function cellFor(
  { model }: Asking,
  operation: Operation,
  entity: string,
  field: string | null,
  role: string,
): Granting | null {
  const held = model.roles.find((each) => each.name === role);
  if (held !== undefined && held.relation.length > 0 && !held.relation.some((path) => path.entity === entity))
    return null;
  const asked = stated(model, operation, entity);
  const cell = model.permissions.find(
    (each) => each.entity === entity && each.operation === asked && each.field === field && each.role === role,
  );
  return cell !== undefined && isGranting(cell) ? cell : null;
}

function isGranting(cell: Permission): cell is Granting {
  return cell.grant.kind === 'yes';
}

/** A role from a relation is held over a record by whomever one of its paths leads to. */
export function holdsOver(asking: Asking, role: string, row: Row): boolean {
  const relation = asking.model.roles.find((each) => each.name === role)?.relation ?? [];
  return relation.length === 0 || relationOver(asking, role, row) === true;
}

/** Undefined where it is not known. */
function relationOver(asking: Asking, role: string, row: Row): Outcome {
  const paths = (asking.model.roles.find((each) => each.name === role)?.relation ?? []).filter(
    (path) => path.entity === row.entity,
  );
  const answers = paths.map(({ path }) => (path.tree === null ? undefined : isMe(asking, path.tree, row)));
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function isMe(asking: Asking, path: Tree, row: Row): Outcome {
  const me: Tree = { op: 'name', name: 'me', from: 0, to: 0 };
  const found = evaluate(path, scopeOf(asking, row));
  const several = typeof found === 'object' && found !== null && found.k === 'list';
  const test: Tree = several
    ? { op: 'binary', operator: 'in', left: me, right: path, from: 0, to: 0 }
    : { op: 'binary', operator: '==', left: path, right: me, from: 0, to: 0 };
  return evaluate(test, scopeOf(asking, row));
}

/**
 * `never` beats every grant, of whichever role of the person it is. One with a condition denies the records that satisfy
 * it, and those of which it is not known; while no record is asked about, none.
 */
function isNever(
  asking: Asking,
  operation: Operation,
  entity: string,
  field: string | null,
  row: Row | null = null,
): boolean {
  const asked = stated(asking.model, operation, entity);
  return asking.model.permissions.some((cell) => {
    const { grant } = cell;
    if (grant.kind !== 'never' || cell.entity !== entity || cell.operation !== asked || cell.field !== field)
      return false;
    if (!asking.roles.includes(cell.role)) return false;
    const role = asking.model.roles.find((each) => each.name === cell.role);
    const related = role !== undefined && role.relation.length > 0;
    if (grant.where === null && !related) return true;
    if (row === null) return false;
    const over = related ? relationOver(asking, cell.role, row) : true;
    if (over === false) return false;
    if (grant.where === null) return true;
    return grant.where.tree === null || evaluate(grant.where.tree, scopeOf(asking, row)) !== false;
  });
}
