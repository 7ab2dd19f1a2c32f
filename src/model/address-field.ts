import type { Effect, Entity, Field } from './model.ts';

/**
 * The field of people that e-mail is sent to: the one that they sign in with if it holds addresses, else the first that
 * does. Without any it is the sign-in field, whose text may be an address.
 */
export function addressField({ fields }: Pick<Entity, 'fields'>, signIn: Field): Field {
  const holdsAddresses = ({ type }: Field) => type.kind === 'email';
  return holdsAddresses(signIn) ? signIn : (fields.find(holdsAddresses) ?? signIn);
}

/** Whether an effect empties this field of the record itself, as `email = null` does when somebody leaves. */
export function isEmptying(effect: Effect, field: string): boolean {
  return effect.kind === 'set' && effect.on === null && effect.field === field && effect.value.tree?.op === 'null';
}
