import type { Operation, Permission, Screen } from '../model/types/model.ts';
import type { Answer } from './access.ts';
import type { CheckContext } from './check.ts';

/**
 * Whether a holder of the role may read a field on some record: role by role, the cell of the record and, where the field
 * has cells of its own, that of the field. `permissions` are those of the entity.
 */
export function mayReadField(
  role: string,
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): Answer {
  return mayWithField('read', role, entity, field, permissions, context);
}

/** The same of any operation: whether the role may give the field a value as it creates or changes a record. */
export function mayWithField(
  operation: Operation,
  role: string,
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): Answer {
  const own = permissions.filter(
    (cell) => cell.entity === entity && cell.field === field && cell.operation === operation,
  );
  const held = context.access.held(role);
  const related = (name: string) => (context.schema.roles.get(name)?.relation.length ?? 0) > 0;
  const all = context.access.cells(entity, operation);
  if (all.length === 0) return 'unknown';
  const records = all.filter((cell) => held.has(cell.role) || related(cell.role));
  const answers = records.map((record) => {
    const named = record.grant.kind === 'yes' && record.grant.fields !== null;
    const listed = record.grant.kind === 'yes' && record.grant.fields?.some(({ name }) => name === field);
    if (named && listed !== true) return 'no';
    const cell = own.filter(({ role: of }) => of === record.role).map(({ grant }) => answerOf(grant.kind));
    return weaker(answerOf(record.grant.kind), own.length === 0 ? 'yes' : strongest(cell));
  });
  return strongest(answers);
}

/** Whether a holder of the role can open the screen; unknown where `For` is not shown. A public screen is open to everybody. */
export function opensScreen(screen: Screen, role: string, context: CheckContext): Answer {
  if (screen.roles === null) return 'unknown';
  if (screen.roles.length === 0) return 'yes';
  const held = context.access.held(role);
  const isPublic = screen.roles.some(({ name }) => context.schema.roles.get(name)?.guest === true);
  return isPublic || screen.roles.some(({ name }) => held.has(name)) ? 'yes' : 'no';
}

function answerOf(kind: Permission['grant']['kind']): Answer {
  return kind === 'yes' || kind === 'unknown' ? kind : 'no';
}

function weaker(one: Answer, other: Answer): Answer {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'yes';
}

function strongest(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('unknown') ? 'unknown' : 'no';
}

/** Of these roles, those that may read the records and never the field. Whoever may not read the records is left aside. */
export function blindTo(
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

/** The roles whose holders have one of these, themselves among them; all roles where none is named. Guests are left aside. */
export function holdersOf(names: readonly string[], context: CheckContext): readonly string[] {
  const roles = [...context.schema.roles.values()].filter(({ guest, name }) => !guest && context.access.canHold(name));
  const all = roles.map(({ name }) => name);
  if (names.length === 0) return all;
  return all.filter((role) => {
    const held = context.access.held(role);
    return names.some((name) => held.has(name));
  });
}

/** Whether nobody who has one of these roles ever reads the field, whatever other roles they have by it. */
export function isBlindToAll(
  names: readonly string[],
  entity: string,
  field: string,
  permissions: readonly Permission[],
  context: CheckContext,
): boolean {
  const reading = holdersOf(names, context).filter((role) => context.access.may(role, entity, 'read') === 'yes');
  return blindTo(reading, entity, field, permissions, context).length === reading.length;
}
