import type { Entity, Field, Role } from '../types/model.ts';
import type { Schema } from './schema.ts';

/** The field of the person entity that holds roles, or null. */
export function roleField(schema: Schema): Field | null {
  return schema.person?.entity.fields.find((field) => field.type.kind === 'role') ?? null;
}

/** Whether a person can be given the role: not that of whoever has not signed in, nor one that everyone or a relation gives. */
export function isAssignable({ everyone, guest, relation }: Role): boolean {
  return !everyone && !guest && relation.length === 0;
}

/** These roles and all that they include, each once. */
export function withIncluded(roles: readonly string[], schema: Schema): string[] {
  const found = new Set<string>();
  const open = [...roles];
  for (let role = open.pop(); role !== undefined; role = open.pop()) {
    if (found.has(role)) continue;
    found.add(role);
    open.push(...(schema.roles.get(role)?.includes ?? []).map(({ name }) => name));
  }
  return [...found].filter((role) => schema.roles.has(role));
}

/**
 * The field of people that e-mail is sent to: the one that they sign in with if it holds addresses, else the first that
 * does. Without any it is the sign-in field, whose text may be an address.
 */
export function addressField({ fields }: Pick<Entity, 'fields'>, signIn: Field): Field {
  const holdsAddresses = ({ type }: Field) => type.kind === 'email';
  return holdsAddresses(signIn) ? signIn : (fields.find(holdsAddresses) ?? signIn);
}
