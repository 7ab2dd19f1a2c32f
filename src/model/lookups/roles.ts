import type { Formula } from '../types/formula.ts';
import type { Entity, Field, Role } from '../types/model.ts';
import type { Schema } from './schema.ts';

/** Returns the field of the person entity that holds roles; null if there is none. */
export function roleField(schema: Schema): Field | null {
  return schema.person?.entity.fields.find((field) => field.type.kind === 'role') ?? null;
}

/**
 * Whether the role can be assigned to a person: not the role of guests or of everyone, and not one given by a relation.
 */
export function isAssignable({ everyone, guest, relation }: Role): boolean {
  return !everyone && !guest && relation.length === 0;
}

/** Returns the role and all roles whose holders also have it. */
export function rolesGiving({ name: wanted }: Role, schema: Schema): readonly Role[] {
  return [...schema.roles.values()].filter(({ name }) => withIncluded([name], schema).includes(wanted));
}

/** A role that an effect names as its recipient. `isField`: the entity also has a field of this name. */
export interface NamedRole {
  readonly role: Role;
  readonly isField: boolean;
}

/** Returns the role whose holders a recipient names; null if it is an expression. */
export function recipientRole({ tree }: Formula, entity: string | null, schema: Schema): NamedRole | null {
  const role = tree?.op === 'name' ? schema.roles.get(tree.name) : undefined;
  if (role === undefined) return null;
  return { role, isField: schema.entities.get(entity ?? '')?.attributes.has(role.name) === true };
}

/** Returns the roles and all roles that they include, each once. Unknown roles are left out. */
export function withIncluded(roles: readonly string[], schema: Schema): string[] {
  const collected = new Set<string>();
  const pending = [...roles];
  for (let role = pending.pop(); role !== undefined; role = pending.pop()) {
    if (collected.has(role)) continue;
    collected.add(role);
    pending.push(...(schema.roles.get(role)?.includes ?? []).map(({ name }) => name));
  }
  return [...collected].filter((role) => schema.roles.has(role));
}

/**
 * Returns the field with a person's e-mail address: the sign-in field if it holds addresses, otherwise the first field
 * that does. If there is none, the sign-in field, whose text may be an address.
 */
export function addressField({ fields }: Pick<Entity, 'fields'>, signIn: Field): Field {
  const holdsAddresses = ({ type }: Field) => type.kind === 'email';
  return holdsAddresses(signIn) ? signIn : (fields.find(holdsAddresses) ?? signIn);
}
