import type { Entity, Machine, Model, Operation, Permission, Reference, Role } from '../types/model.ts';
import { idOf } from '../types/place.ts';
import { assumed, free, named } from './element.ts';

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/**
 * While point 6 as a whole is not shown, everyone may do everything. It serves development only, with a banner;
 * production refuses to run with it. One stated role or cell ends it, and so does a line of point 6 that was not read, which
 * may say who may do what. A screen or a transition of which it is unknown for whom it is stays closed.
 */
export function assumeRoles(model: Model): Model {
  const isStated = model.points.some(({ point, standing }) => point === 6 && standing === 'stated');
  if (isStated || model.roles.length > 0 || model.permissions.length > 0) return model;
  const name = free(['Everyone', 'Anyone', 'Each person'], (candidate) => nameInUse(model, candidate));
  const everyone: Role = {
    ...assumed('A-ROLES', 6, idOf('role', name), 'Everyone may do everything, until point 6 says who may do what.'),
    ...named(name),
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
    ...assumed('A-ROLES', 6, idOf('permission', entity.name, operation, role)),
    entity: entity.name,
    field: null,
    operation,
    role,
    grant: { kind: 'yes', fields: null, where: null },
  }));
}

/** The names of the fields of each entity; of two entities of one name the first counts. */
type Fields = ReadonlyMap<string, ReadonlySet<string>>;

function fieldsByEntity({ entities }: Model): Fields {
  const fields = new Map<string, ReadonlySet<string>>();
  for (const entity of entities) {
    if (!fields.has(entity.name)) fields.set(entity.name, new Set(entity.fields.map((field) => field.name)));
  }
  return fields;
}

/** Who names a role, and no role is stated: everyone. A field of the record stays what decides. */
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
