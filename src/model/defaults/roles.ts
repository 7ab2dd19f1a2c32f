import { idOf } from '../types/element.ts';
import type { Entity, Machine, Model, Operation, Permission, Reference, Role } from '../types/model.ts';
import { assumedElement, assumedName, firstFreeName } from './element.ts';

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/**
 * A-ROLES: while nothing of point 6 is shown, everyone may do everything. This is for development only, with a banner;
 * production refuses to start. It ends with one stated role or cell, and with any line of point 6 that was not read,
 * because such a line may say who may do what. Screens and transitions that say `not shown` for their people stay
 * closed.
 */
export function assumeRoles(model: Model): Model {
  const isStated = model.points.some(({ point, standing }) => point === 6 && standing === 'stated');
  if (isStated || model.roles.length > 0 || model.permissions.length > 0) return model;
  const name = firstFreeName(['Everyone', 'Anyone', 'Each person'], (candidate) => nameInUse(model, candidate));
  const everyone: Role = {
    ...assumedElement(
      'A-ROLES',
      6,
      idOf('role', name),
      'Everyone may do everything, until point 6 says who may do what.',
    ),
    ...assumedName(name),
    everyone: true,
    guest: false,
    includes: [],
    relation: [],
  };
  const fields = fieldsByEntity(model);
  return {
    ...model,
    roles: [everyone],
    permissions: model.entities.filter((entity) => entity.belongsTo === null).flatMap((entity) => allOf(entity, name)),
    machines: model.machines.map((machine) => openTo(machine, fields, name)),
    screens: model.screens.map((screen) =>
      screen.roles === null ? screen : { ...screen, roles: [{ name, at: null }] },
    ),
  };
}

function allOf(entity: Entity, role: string): Permission[] {
  return OPERATIONS.map((operation) => ({
    ...assumedElement('A-ROLES', 6, idOf('permission', entity.name, operation, role)),
    entity: entity.name,
    field: null,
    operation,
    role,
    grant: { kind: 'yes', fields: null, where: null },
  }));
}

/** Names of the fields of each entity. If two entities have the same name, the first wins. */
type Fields = ReadonlyMap<string, ReadonlySet<string>>;

function fieldsByEntity({ entities }: Model): Fields {
  const fields = new Map<string, ReadonlySet<string>>();
  for (const entity of entities) {
    if (!fields.has(entity.name)) fields.set(entity.name, new Set(entity.fields.map((field) => field.name)));
  }
  return fields;
}

/** `who` names roles, but none is stated, so they become the role of everyone. Fields of the record keep deciding. */
function openTo(machine: Machine, fields: Fields, everyone: string): Machine {
  const ofRecord = fields.get(machine.entity);
  const isField = (who: Reference) => ofRecord?.has(who.name.split('.')[0] ?? '') ?? false;
  const transitions = machine.transitions.map((transition) =>
    transition.who?.some((who) => !isField(who)) === true
      ? { ...transition, who: [{ name: everyone, at: null }] }
      : transition,
  );
  return { ...machine, transitions };
}

function nameInUse(model: Model, name: string): boolean {
  return model.entities.some((entity) => entity.name === name || entity.fields.some((field) => field.name === name));
}
