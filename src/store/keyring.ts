/** What a key lets one do. */
export type KeyKind =
  /** The hash of somebody's password, by the person's id. */
  | 'password'
  /** Somebody is signed in on one device, by the hash of the token. */
  | 'session'
  /** A link to choose a new password, by the hash of what stands in it. Used once. */
  | 'link'
  /** A program acts for somebody, by the hash of the token. */
  | 'program'
  /** A passkey, by its own id. */
  | 'passkey'
  /** Who somebody is with a provider of sign-in, by the provider and the subject. */
  | 'subject'
  /** What an answer to a question of ours must match: a passkey's challenge, the way to a provider and back. Used once. */
  | 'challenge';

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
  /** Those of a person that have not expired, newest first. */
  ofPerson(person: string, kind: KeyKind, now: number): Promise<readonly Key[]>;
  touch(kind: KeyKind, name: string, used: number): Promise<void>;
  /** `person`: only where it is theirs. Tells whether there was one. */
  remove(kind: KeyKind, name: string, person: string | null): Promise<boolean>;
  /** Removes those of these kinds, save the one of the name `except`. */
  removeAll(person: string, kinds: readonly KeyKind[], except?: string | null): Promise<void>;
  /** Counts an attempt under a name, and tells how many there were since `since`, this one included. */
  attempt(name: string, now: number, since: number): Promise<number>;
  /** Forgets the attempts under a name. */
  forgive(name: string): Promise<void>;
  /** Drops what expired, and attempts from before `since`. */
  sweep(now: number, since: number): Promise<void>;
}
