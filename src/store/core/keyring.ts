import type { Revocation } from '../../engine/compiled/revocation.ts';

/**
 * Every kind of key with the revocations that end it. `Keyring.revokeAll` deletes a person's keys of the affected
 * kinds.
 */
const REVOKED_BY = {
  /** Hash of a person's password, named by the person's id. A reset replaces it. */
  password: ['removed'],
  /** Sign-in of a person on one device, named by the hash of the session token. */
  session: ['signed out', 'password changed', 'password reset', 'rights changed', 'name changed', 'removed'],
  /** Single-use link to choose a password, named by the hash of its token. Invitations survive a change of rights. */
  link: [
    'signed out',
    'password changed',
    'password reset',
    'name changed',
    'own name changed',
    'address changed',
    'removed',
  ],
  /** Access token of a program that acts for a person, named by the hash of the token. */
  program: ['signed out', 'password changed', 'password reset', 'rights changed', 'name changed', 'removed'],
  /** Passkey, named by its credential id. It does not depend on the password, so it survives a change of password. */
  passkey: ['password reset', 'removed'],
  /** Identity of a person at a sign-in provider, named by issuer and subject. It was linked by the mail address. */
  subject: ['password reset', 'name changed', 'own name changed', 'removed'],
  /** Single-use challenge that a response must match: of a passkey, or of a sign-in at a provider. */
  challenge: ['signed out', 'password changed', 'password reset', 'rights changed', 'name changed', 'removed'],
  /** Device on which the person has signed in, named by the hash of its cookie and the person. It grants no access. */
  device: ['password reset', 'name changed', 'removed'],
} as const satisfies Readonly<Record<string, readonly Revocation[]>>;

/** Purpose of a key. */
export type KeyKind = keyof typeof REVOKED_BY;

export const KEY_KINDS = Object.keys(REVOKED_BY) as readonly KeyKind[];

/** Returns the kinds of keys that a revocation ends. */
export const kindsEndedBy = (why: Revocation): readonly KeyKind[] =>
  KEY_KINDS.filter((kind) => (REVOKED_BY[kind] as readonly Revocation[]).includes(why));

/**
 * Kinds of keys that are restored from a backup: those with which people sign in. Sessions, links, tokens and
 * challenges may have been revoked since the backup, so they are not restored.
 */
export const RESTORED_KINDS: readonly KeyKind[] = ['password', 'passkey', 'subject'];

export interface Key {
  readonly kind: KeyKind;
  /** Unique within its kind. Never a token itself, so a reader of the database cannot use it. */
  readonly name: string;
  /** Id of the person; empty if not yet known. */
  readonly person: string;
  /** Data of the key: a password hash, a label, a public key. */
  readonly value: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  /** End of validity; null if it does not expire. */
  readonly expires: number | null;
}

/**
 * Credentials, in separate tables that refer to people by id. No list, export or history of records contains them. Each
 * method is one atomic step.
 */
export interface Keyring {
  /** Adds the key, or replaces the key of the same kind and name. */
  put(key: Key): Promise<void>;
  find(kind: KeyKind, name: string, now: number): Promise<Key | null>;
  /** Finds and removes the key. Of several concurrent callers, exactly one gets it. */
  take(kind: KeyKind, name: string, now: number): Promise<Key | null>;
  /**
   * Replaces a key by another key of the same person. Returns false and does nothing if the key is missing or expired.
   */
  redeem(kind: KeyKind, name: string, next: Key): Promise<boolean>;
  /** Returns the person's unexpired keys, newest first. */
  ofPerson(person: string, kind: KeyKind, now: number): Promise<readonly Key[]>;
  /** Changes the value of a key if it still exists with the value given here. Returns whether it did. */
  replace(key: Key, value: string, used: number): Promise<boolean>;
  touch(kind: KeyKind, name: string, used: number): Promise<void>;
  /** Removes the key; if `person` is given, only if the key belongs to that person. Returns whether there was one. */
  remove(kind: KeyKind, name: string, person: string | null): Promise<boolean>;
  /**
   * Ends the person's access as far as the revocation demands. A write that changes authority revokes keys by itself.
   */
  revokeAll(person: string, why: Revocation): Promise<void>;
  /** Counts an attempt under a name and returns the number of attempts since `since`, including this one. */
  attempt(name: string, now: number, since: number): Promise<number>;
  /** Deletes the attempts under a name. */
  forgive(name: string): Promise<void>;
  /** Deletes expired keys, and attempts before `since`. */
  sweep(now: number, since: number): Promise<void>;
}
