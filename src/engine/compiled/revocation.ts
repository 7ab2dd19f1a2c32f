import type { Value } from '../../fields/text/value.ts';
import type { People } from './compiled-model.ts';

/** Why a person's access ends. `REVOKED_BY` of the keyring states which credentials each reason revokes. */
export type Revocation =
  /** The person signed out everywhere. */
  | 'signed out'
  /** The person chose another password, knowing the current one. */
  | 'password changed'
  /** A new password was chosen by an emailed link or an invitation. */
  | 'password reset'
  /** A role changed, or another field that decides what the person may do. */
  | 'rights changed'
  /** The person signs in under another name. */
  | 'name changed'
  /** The person chose another name to sign in with. */
  | 'own name changed'
  /** E-mail to the person goes to another address. */
  | 'address changed'
  /** The person was deleted, or no longer has a name to sign in with. */
  | 'removed';

/** Returns what a change of the person's address, or of one of their authority fields, revokes. `isOwn`: by themselves. */
export function revocationOf({ signIn, authority }: People, field: string, value: Value, isOwn: boolean): Revocation {
  if (!authority.has(field)) return 'address changed';
  if (field !== signIn) return 'rights changed';
  if (value === null) return 'removed';
  return isOwn ? 'own name changed' : 'name changed';
}
