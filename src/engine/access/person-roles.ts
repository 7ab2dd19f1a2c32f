import type { Row } from '../../fields/text/value.ts';
import { withIncluded } from '../../model/lookups/roles.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import { rolesIn } from './authority.ts';

/**
 * Returns the principal for a person's record, with the roles in force now: the stated roles in the role field and the
 * roles of everyone. Without a record it returns a guest with the roles of guests.
 */
export function principalOf(model: CompiledModel, row: Row | null): Principal {
  if (row === null || row.entity !== model.people?.entity)
    return { row: null, roles: internedRoles(model, '', () => new Set(model.guestRoles)) };
  const heldRoles = model.people.role === null ? [] : rolesIn(row.values[model.people.role.name] ?? null);
  const stated = heldRoles.filter((role) => model.schema.roles.has(role));
  const roles = internedRoles(
    model,
    JSON.stringify(stated),
    () => new Set([...withIncluded(stated, model.schema), ...model.everyoneRoles]),
  );
  return { row, roles };
}

/** Returns the same set object for equal roles, so that results cached by role set are shared. */
function internedRoles({ roleSets }: CompiledModel, key: string, make: () => ReadonlySet<string>): ReadonlySet<string> {
  const interned = roleSets.get(key);
  if (interned !== undefined) return interned;
  const roles = make();
  roleSets.set(key, roles);
  return roles;
}
