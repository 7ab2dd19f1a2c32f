import type { Tree } from '../../model/types/formula.ts';
import type { Model, Operation, Permission } from '../../model/types/model.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { attributeNamed, shownNames } from '../evaluator/names.ts';
import type { Outcome, Row } from '../evaluator/value.ts';
import { certainlyHolds, type RequestContext, scopeOf } from './request-context.ts';

/** A cell that grants. */
type Granting = Permission & { readonly grant: Extract<Permission['grant'], { readonly kind: 'yes' }> };

/** Whether a role of the person has such a cell at all, for any record. */
export function mayAtAll(context: RequestContext, operation: Operation, entity: string): boolean {
  return (
    !isNever(context, operation, entity, null) &&
    context.roles.some((role) => cellFor(context, operation, entity, null, role) !== null)
  );
}

/** Whether a role of the person grants the operation on this record. */
export function may(context: RequestContext, operation: Operation, row: Row): boolean {
  if (isNever(context, operation, row.entity, null, row)) return false;
  return context.roles.some((role) => {
    const cell = cellFor(context, operation, row.entity, null, role);
    return cell !== null && holdsRelation(context, role, row) && certainlyHolds(context, cell.grant.where, row);
  });
}

/**
 * Whether a role of the person grants the field: both its cell for the record and its cell for the field must allow it.
 * With `row: null`, on any possible record.
 */
export function mayField(
  context: RequestContext,
  operation: Operation,
  entity: string,
  field: string,
  row: Row | null,
): boolean {
  return rolesFor(context, operation, entity, field, row).length > 0;
}

/** Whether a role that grants it says `(any)`. */
export function mayGiveAny(context: RequestContext, operation: Operation, row: Row, field: string): boolean {
  return rolesFor(context, operation, row.entity, field, row).some((role) => {
    const cells = [
      cellFor(context, operation, row.entity, null, role),
      cellFor(context, operation, row.entity, field, role),
    ];
    return cells.some((cell) => cell?.grant.fields?.some((each) => each.name === field && each.any) ?? false);
  });
}

/** A field that the person cannot read cannot be changed, except write-only fields. */
export function mayChangeField(context: RequestContext, field: string, row: Row): boolean {
  const thing = attributeNamed(context.model, row.entity, field);
  const isTakenIn = thing?.kind === 'field' && thing.field.writeOnly && may(context, 'read', row);
  return mayField(context, 'change', row.entity, field, row) && (isTakenIn || mayReadField(context, field, row));
}

/** Whether the person may read this field of this record. */
export function mayReadField(context: RequestContext, field: string, row: Row): boolean {
  if (field === 'id') return may(context, 'read', row);
  return mayField(context, 'read', row.entity, field, row);
}

/** Whether a role of the person reads every record of an entity: without a condition, and without a denial. */
export function mayReadEvery(context: RequestContext, entity: string): boolean {
  const { model, roles } = context;
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
    !denied &&
    roles.some((role) => !related(role) && cellFor(context, 'read', entity, null, role)?.grant.where === null)
  );
}

/** Returns the fields that the person may read on some record. */
export function readableFields(context: RequestContext, entity: string): readonly string[] {
  return shownNames(context.model, entity).filter((field) => mayField(context, 'read', entity, field, null));
}

function rolesFor(
  context: RequestContext,
  operation: Operation,
  entity: string,
  field: string,
  row: Row | null,
): readonly string[] {
  if (isNever(context, operation, entity, null, row) || isNever(context, operation, entity, field, row)) return [];
  const ownRow = context.model.permissions.some(
    (cell) => cell.entity === entity && cell.field === field && cell.operation === operation,
  );
  return context.roles.filter((role) => {
    const record = cellFor(context, operation, entity, null, role);
    if (
      record === null ||
      (row !== null && !(holdsRelation(context, role, row) && certainlyHolds(context, record.grant.where, row)))
    )
      return false;
    if (record.grant.fields !== null && !record.grant.fields.some((each) => each.name === field)) return false;
    if (!ownRow) return true;
    const cell = cellFor(context, operation, entity, field, role);
    return cell !== null && (row === null || certainlyHolds(context, cell.grant.where, row));
  });
}

/** If no row states who may restore, the row for deleting applies. */
function stated({ permissions }: Model, operation: Operation, entity: string): Operation {
  const isStated = (cell: Permission) => cell.entity === entity && cell.operation === operation && cell.field === null;
  return operation === 'restore' && !permissions.some(isStated) ? 'delete' : operation;
}

/** Returns the cell of a role if it grants. A cell that names an unknown field grants nothing. */
function cellFor(
  { model }: RequestContext,
  operation: Operation,
  entity: string,
  field: string | null,
  role: string,
): Granting | null {
  const held = model.roles.find((each) => each.name === role);
  if (held !== undefined && held.relation.length > 0 && !held.relation.some((path) => path.entity === entity))
    return null;
  const statedOperation = stated(model, operation, entity);
  const cell = model.permissions.find(
    (each) =>
      each.entity === entity && each.operation === statedOperation && each.field === field && each.role === role,
  );
  if (cell === undefined || !isGranting(cell)) return null;
  const isKnown = ({ name }: { readonly name: string }) => attributeNamed(model, entity, name) !== null;
  return cell.grant.fields === null || cell.grant.fields.every(isKnown) ? cell : null;
}

function isGranting(cell: Permission): cell is Granting {
  return cell.grant.kind === 'yes';
}

/** A role from a relation is held for a record by the person that one of its paths leads to. */
export function holdsRelation(context: RequestContext, role: string, row: Row): boolean {
  const relation = context.model.roles.find((each) => each.name === role)?.relation ?? [];
  return relation.length === 0 || relationOver(context, role, row) === true;
}

/** Returns undefined if it is not known. */
function relationOver(context: RequestContext, role: string, row: Row): Outcome {
  const paths = (context.model.roles.find((each) => each.name === role)?.relation ?? []).filter(
    (path) => path.entity === row.entity,
  );
  const answers = paths.map(({ path }) => (path.tree === null ? undefined : isMe(context, path.tree, row)));
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

function isMe(context: RequestContext, path: Tree, row: Row): Outcome {
  const me: Tree = { op: 'name', name: 'me', from: 0, to: 0 };
  const found = evaluate(path, scopeOf(context, row));
  const several = typeof found === 'object' && found !== null && found.k === 'list';
  const test: Tree = several
    ? { op: 'binary', operator: 'in', left: me, right: path, from: 0, to: 0 }
    : { op: 'binary', operator: '==', left: path, right: me, from: 0, to: 0 };
  return evaluate(test, scopeOf(context, row));
}

/**
 * `never` takes precedence over every grant of any role of the person. With a condition, it denies records for which
 * the condition holds or is unknown; without a record, none.
 */
function isNever(
  context: RequestContext,
  operation: Operation,
  entity: string,
  field: string | null,
  row: Row | null = null,
): boolean {
  const statedOperation = stated(context.model, operation, entity);
  return context.model.permissions.some((cell) => {
    const { grant } = cell;
    if (grant.kind !== 'never' || cell.entity !== entity || cell.operation !== statedOperation || cell.field !== field)
      return false;
    if (!context.roles.includes(cell.role)) return false;
    const role = context.model.roles.find((each) => each.name === cell.role);
    const related = role !== undefined && role.relation.length > 0;
    if (grant.where === null && !related) return true;
    if (row === null) return false;
    const over = related ? relationOver(context, cell.role, row) : true;
    if (over === false) return false;
    if (grant.where === null) return true;
    return grant.where.tree === null || evaluate(grant.where.tree, scopeOf(context, row)) !== false;
  });
}
