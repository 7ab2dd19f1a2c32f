import type { Entity, Field } from './model.ts';

/**
 * The field of people that e-mail is sent to: the one that they sign in with if it holds addresses, else the first that
 * does. Without any it is the sign-in field, whose text may be an address.
 */
export function addressField({ fields }: Pick<Entity, 'fields'>, signIn: Field): Field {
  const holdsAddresses = ({ type }: Field) => type.kind === 'email';
  return holdsAddresses(signIn) ? signIn : (fields.find(holdsAddresses) ?? signIn);
}
