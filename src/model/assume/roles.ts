import type { Entity, Machine, Model, Operation, Permission, Reference, Role } from '../model.ts';
import { idOf } from '../place.ts';
import { assumed, free, named } from './element.ts';

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/**
 * While point 6 as a whole is not shown, everyone may do everything. It serves development only, with a banner;
 * production refuses to run with it, and one stated role or cell ends it.
 */
export function assumeRoles(model: Model): Model {
  if (model.roles.length > 0 || model.permissions.length > 0) return model;
  const name = free(['Everyone', 'Anyone', 'Each person'], (candidate) => nameInUse(model, candidate));
  const everyone: Role = {
    ...assumed('A-ROLES', 6, idOf('role', name), 'Everyone may do everything, until point 6 says who may do what.'),
    ...named(name),
    everyone: true,
  };
  return {
    ...model,
    roles: [everyone],
    permissions: model.entities.filter((entity) => entity.belongsTo === null).flatMap((entity) => allOf(entity, name)),
    machines: model.machines.map((machine) => openTo(machine, model, name)),
    screens: model.screens.map((screen) => ({ ...screen, roles: [{ name, at: null }] })),
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

/** Who names a role, and no role is stated: everyone. A field of the record stays what decides. */
function openTo(machine: Machine, model: Model, everyone: string): Machine {
  const entity = model.entities.find((candidate) => candidate.name === machine.entity);
  const isField = (who: Reference) => entity?.fields.some((field) => field.name === who.name.split('.')[0]) ?? false;
  const transitions = machine.transitions.map((transition) =>
    transition.who === null || transition.who.some((who) => !isField(who))
      ? { ...transition, who: [{ name: everyone, at: null }] }
      : transition,
  );
  return { ...machine, transitions };
}

function nameInUse(model: Model, name: string): boolean {
  return model.entities.some((entity) => entity.name === name || entity.fields.some((field) => field.name === name));
}
