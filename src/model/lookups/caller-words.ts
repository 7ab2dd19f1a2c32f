import type { CallOptions } from '../types/call.ts';
import type { Schema } from './schema.ts';

/** Who may use a call: one of the roles, whoever is signed in, or anyone. */
export interface Callers {
  readonly roles: readonly string[];
  readonly isForAnyone: boolean;
  readonly isForSignedIn: boolean;
}

const ANYONE = 'anyone';
const SIGNED_IN = 'signed in';

/** The words that stand for callers besides roles. */
export const CALLER_WORDS: readonly string[] = [ANYONE, SIGNED_IN];

/** Returns who may use a call as it is stated. A role of the document takes precedence over a word. */
export function statedCallers(
  allowedFor: NonNullable<CallOptions['allowedFor']>,
  roles: Pick<Schema['roles'], 'has'>,
): Callers {
  const names = allowedFor.map(({ name }) => name);
  const isWord = (word: string) => names.some((name) => name.toLowerCase() === word && !roles.has(name));
  return {
    roles: names.filter((name) => roles.has(name)),
    isForAnyone: isWord(ANYONE),
    isForSignedIn: isWord(SIGNED_IN),
  };
}
