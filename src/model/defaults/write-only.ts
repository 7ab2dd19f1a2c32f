import { idOf } from '../types/element.ts';
import type { Model, Permission } from '../types/model.ts';

/** Denies every role to read write-only fields. Lines have no permissions of their own. */
export function hideWriteOnly(model: Model): Model {
  const owners = model.entities.filter(({ belongsTo }) => belongsTo === null);
  const denied = owners.flatMap((entity) =>
    entity.fields
      .filter(({ writeOnly }) => writeOnly)
      .flatMap((field) =>
        model.roles.map(
          (role): Permission => ({
            id: idOf('permission', `${entity.name}.${field.name}`, 'read', role.name, 'write-only'),
            point: 3,
            standing: 'stated',
            at: field.at,
            assumption: null,
            help: '',
            entity: entity.name,
            field: field.name,
            operation: 'read',
            role: role.name,
            grant: { kind: 'never', where: null },
          }),
        ),
      ),
  );
  if (denied.length === 0) return model;
  const known = new Set(model.permissions.map(({ id }) => id));
  const missing = denied.filter(({ id }) => !known.has(id));
  return missing.length === 0 ? model : { ...model, permissions: [...model.permissions, ...missing] };
}
