import type { Operation, Permission, Screen } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import type { Permitted } from '../runner/role-access.ts';

/**
 * Whether a holder of the role may read a field on some record. For each role of the holder, both the cell for the
 * record and the cell for the field, if the field has cells, must allow it. `permissions` are those of the entity.
 */
export function mayReadField(
  role: string,
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): Permitted {
  return mayUseField('read', role, entity, field, permissions, context);
}

/** Like `mayReadField` for any operation: whether the role may set the field when it creates or changes a record. */
export function mayUseField(
  operation: Operation,
  role: string,
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): Permitted {
  const own = permissions.filter(
    (cell) => cell.entity === entity && cell.field === field && cell.operation === operation,
  );
  const held = context.access.certainRoles(role);
  const isFromRelation = (name: string) => (context.schema.roles.get(name)?.relation.length ?? 0) > 0;
  const all = context.access.cells(entity, operation);
  if (all.length === 0) return 'unknown';
  const records = all.filter((cell) => held.has(cell.role) || isFromRelation(cell.role));
  const answers = records.map((record) => {
    const named = record.grant.kind === 'yes' && record.grant.fields !== null;
    const listed = record.grant.kind === 'yes' && record.grant.fields?.some(({ name }) => name === field);
    if (named && listed !== true) return 'no';
    const cell = own.filter(({ role: of }) => of === record.role).map(({ grant }) => answerOf(grant.kind));
    return weaker(answerOf(record.grant.kind), own.length === 0 ? 'yes' : strongest(cell));
  });
  return strongest(answers);
}

/**
 * Whether a holder of the role can open the screen; `unknown` if `For` is not shown. A public screen is open to
 * everybody.
 */
export function opensScreen(screen: Screen, role: string, context: CheckContext): Permitted {
  if (screen.roles === null) return 'unknown';
  if (screen.roles.length === 0) return 'yes';
  const held = context.access.certainRoles(role);
  const isPublic = screen.roles.some(({ name }) => context.schema.roles.get(name)?.guest === true);
  return isPublic || screen.roles.some(({ name }) => held.has(name)) ? 'yes' : 'no';
}

function answerOf(kind: Permission['grant']['kind']): Permitted {
  return kind === 'yes' || kind === 'unknown' ? kind : 'no';
}

function weaker(one: Permitted, other: Permitted): Permitted {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'yes';
}

function strongest(answers: readonly Permitted[]): Permitted {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('unknown') ? 'unknown' : 'no';
}

/**
 * Returns those of the roles that may read the records but never the field. Roles that may not read the records are
 * left out.
 */
export function rolesThatCannotRead(
  roles: readonly string[],
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): string[] {
  const { access, schema } = context;
  if (schema.entities.get(entity)?.attributes.get(field) === undefined) return [];
  return roles.filter(
    (role) =>
      schema.roles.has(role) &&
      access.canHold(role) &&
      access.may(role, entity, 'read') === 'yes' &&
      mayReadField(role, entity, field, permissions, context) === 'no',
  );
}

/**
 * Returns the roles whose holders have one of the named roles, including the named ones; all roles if none is named.
 * Guest roles are left out.
 */
export function holdersOf(names: readonly string[], context: CheckContext): readonly string[] {
  const roles = [...context.schema.roles.values()].filter(({ guest, name }) => !guest && context.access.canHold(name));
  const all = roles.map(({ name }) => name);
  if (names.length === 0) return all;
  return all.filter((role) => {
    const held = context.access.certainRoles(role);
    return names.some((name) => held.has(name));
  });
}

/** Whether no holder of one of these roles ever reads the field, even by a role that includes it. */
export function isUnreadableForAll(
  names: readonly string[],
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): boolean {
  const reading = holdersOf(names, context).filter((role) => context.access.may(role, entity, 'read') === 'yes');
  return rolesThatCannotRead(reading, entity, field, permissions, context).length === reading.length;
}
