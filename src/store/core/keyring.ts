import type { Revocation } from '../../engine/compiled/revocation.ts';

/** Every kind of key, with what ends it. `Keyring.revokeAll` ends those of a person that a revocation names. */
const REVOKED_BY = {
  /** The hash of a person's password, by the person's id. A reset replaces it. */
  password: ['removed'],
  /** A person is signed in on one device, by the hash of the token. */
  session: ['signed out', 'password changed', 'password reset', 'rights changed', 'name changed', 'removed'],
  /** A link to choose a password, by the hash of the token in it. Used once. Invitations outlive a change of rights. */
  link: ['signed out', 'password changed', 'password reset', 'name changed', 'address changed', 'removed'],
  /** A program acts for a person, by the hash of its token. */
  program: ['signed out', 'password changed', 'password reset', 'rights changed', 'name changed', 'removed'],
  /** A passkey, by its own id. It does not depend on the password, so that changing that keeps it. */
  passkey: ['password reset', 'removed'],
  /** Who a person is with a sign-in provider, by the issuer and the subject. It was linked by the address. */
  subject: ['password reset', 'name changed', 'removed'],
  /** What an answer to a question of ours must match: a passkey's challenge, the way to a provider and back. Used once. */
  challenge: ['signed out', 'password changed', 'password reset', 'rights changed', 'name changed', 'removed'],
  /** A device on which the person has signed in, by the hash of its cookie and the person. It lets nobody in. */
  device: ['password reset', 'name changed', 'removed'],
} as const satisfies Readonly<Record<string, readonly Revocation[]>>;

/** What a key is for. */
export type KeyKind = keyof typeof REVOKED_BY;

export const KEY_KINDS = Object.keys(REVOKED_BY) as readonly KeyKind[];

/** The kinds of keys that a revocation ends. */
export const endedBy = (why: Revocation): readonly KeyKind[] =>
  KEY_KINDS.filter((kind) => (REVOKED_BY[kind] as readonly Revocation[]).includes(why));

/**
 * The kinds that a restored backup keeps: how people sign in. Sessions, links, tokens and challenges may have been revoked
 * since the backup was made, so they do not come back.
 */
export const RESTORED_KINDS: readonly KeyKind[] = ['password', 'passkey', 'subject'];

export interface Key {
  readonly kind: KeyKind;
  /** Unique within its kind. Never a token: whoever reads it can't use it. */
  readonly name: string;
  /** The id of the person; empty where nobody is known yet. */
  readonly person: string;
  /** What belongs to it: the hash of a password, a label, a public key. */
  readonly value: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  /** It counts for nothing from then on; null: it lasts. */
  readonly expires: number | null;
}

/**
 * What lets people in, in tables of its own, beside their records and linked to them by id. No list, export or history
 * of records shows any of it. Each method is one atomic step.
 */
export interface Keyring {
  /** Whether each look takes a way there and back: then two at once are worth their trouble. */
  readonly isFar: boolean;
  /** Adds it, or replaces the one of the same kind and name. */
  put(key: Key): Promise<void>;
  find(kind: KeyKind, name: string, now: number): Promise<Key | null>;
  /** Finds it and removes it: of several at once exactly one gets it. */
  take(kind: KeyKind, name: string, now: number): Promise<Key | null>;
  /** Removes a key and keeps another of the same person in its place; does nothing, and says so, if it is gone or has expired. */
  redeem(kind: KeyKind, name: string, next: Key): Promise<boolean>;
  /** Those of a person that have not expired, newest first. */
  ofPerson(person: string, kind: KeyKind, now: number): Promise<readonly Key[]>;
  /** Gives a key another value, if it is still there with the value it has here. Tells whether it was. */
  replace(key: Key, value: string, used: number): Promise<boolean>;
  touch(kind: KeyKind, name: string, used: number): Promise<void>;
  /** `person`: only where it is theirs. Tells whether there was one. */
  remove(kind: KeyKind, name: string, person: string | null): Promise<boolean>;
  /** Ends the person's access as far as the revocation says. A write that changes authority does so by itself. */
  revokeAll(person: string, why: Revocation): Promise<void>;
  /** Counts an attempt under a name, and tells how many there were since `since`, this one included. */
  attempt(name: string, now: number, since: number): Promise<number>;
  /** Forgets the attempts under a name. */
  forgive(name: string): Promise<void>;
  /** Drops what expired, and attempts from before `since`. */
  sweep(now: number, since: number): Promise<void>;
}
