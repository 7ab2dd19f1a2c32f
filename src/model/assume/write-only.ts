import type { Model, Permission } from '../model.ts';
import { idOf } from '../place.ts';

/** What is only taken in is never read, by whatever role. */
export function hideWriteOnly(model: Model): Model {
  const denied = model.entities.flatMap((entity) =>
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
  const known = new Set(model.permissions.map(({ id }) => id));
  const fresh = denied.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? model : { ...model, permissions: [...model.permissions, ...fresh] };
}
