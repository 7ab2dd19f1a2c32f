import type { Situation } from '../../engine/core/refusal.ts';

/** An error about HTTP or sign-in itself, not decided by a line of the document. */
export interface ProtocolError {
  readonly situation: Situation;
  readonly status: number;
  readonly message: string;
  readonly next: string;
}

/**
 * All protocol errors by code. `/_/errors/CODE` explains them. A document can't override them, because they occur
 * before it decides.
 */
export const PROTOCOL = {
  METHOD_NOT_ALLOWED: {
    situation: 'unreadable',
    status: 405,
    message: 'This address does not take this method.',
    next: 'The header Allow says which it takes.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    situation: 'unreadable',
    status: 415,
    message: 'The body is not sent as JSON.',
    next: 'Send it with the header Content-Type: application/json.',
  },
  EXPECTATION_FAILED: {
    situation: 'unreadable',
    status: 417,
    message: 'This server does not do what the header Expect asks for.',
    next: 'Send it without the header Expect.',
  },
  TOO_MANY_ROWS: {
    situation: 'too large',
    status: 413,
    message: 'These are more rows than are taken at once.',
    next: 'Narrow the list by a filter, or send the file in parts.',
  },
  TOO_BROAD: {
    situation: 'unreadable',
    status: 400,
    message: 'This search is too broad.',
    next: 'Narrow it, for example by a filter for one value or by the beginning of a word.',
  },
  TOO_MANY_UPLOADS: {
    situation: 'too large',
    status: 413,
    message:
      'Too many uploaded files belong to no record yet. The limit is 200 MB and 200 files per person, and 2 GB for everybody.',
    next: 'Save the records that these files are meant for. Files that no record takes are removed after a day.',
  },
  NOT_A_PATH: {
    situation: 'unreadable',
    status: 400,
    message: 'The path of this address starts with two slashes.',
    next: 'Use a path that starts with one slash.',
  },
  OTHER_HOST: {
    situation: 'unreadable',
    status: 421,
    message: 'This server answers under its own name only.',
    next: 'Open it under localhost or 127.0.0.1, with the port that it names when it starts.',
  },
  OTHER_ORIGIN: {
    situation: 'not allowed',
    status: 403,
    message: 'Another website tried to change something here.',
    next: 'Do it from a page of this application.',
  },
  NO_SWITCHER_KEY: {
    situation: 'not allowed',
    status: 403,
    message: 'The switcher of persons works from the page only.',
    next: 'Load the page again, then choose the person.',
  },
  NOT_RECOGNISED: {
    situation: 'not signed in',
    status: 401,
    message: 'This name and this password do not belong together.',
    next: 'Try again, or get a link to choose a new password.',
  },
  TOO_MANY_ATTEMPTS: {
    situation: 'too many requests',
    status: 429,
    message: 'There were too many attempts to sign in.',
    next: 'Wait a quarter of an hour, or choose a new password by a link.',
  },
  LINK_OVER: {
    situation: 'not found',
    status: 404,
    message: 'This link was used before, or is too old.',
    next: 'Have another one sent to you.',
  },
  WEAK_PASSWORD: {
    situation: 'invalid',
    status: 422,
    message: 'This password is too easy to guess.',
    next: 'Choose a longer one; several words that do not belong together are good.',
  },
  SIGNS_IN_ALREADY: {
    situation: 'wrong state',
    status: 409,
    message: 'This person can sign in already.',
    next: 'Whoever has forgotten a password asks for a link where people sign in.',
  },
  NO_PASSWORDS: {
    situation: 'not found',
    status: 404,
    message: 'Nobody signs in with a password here.',
    next: 'Sign in the way that the page offers.',
  },
  NO_PROVIDER: {
    situation: 'not found',
    status: 404,
    message: 'Nobody signs in with a provider here.',
    next: 'Sign in the way that the page offers.',
  },
  PROVIDER_SILENT: {
    situation: 'unavailable',
    status: 503,
    message: 'The provider of sign-in does not answer.',
    next: 'Try it again in a while, or sign in another way that the page offers.',
  },
  NO_PASSKEYS: {
    situation: 'not found',
    status: 404,
    message: 'Nobody signs in with a passkey here.',
    next: 'Sign in the way that the page offers.',
  },
  PASSKEY_REFUSED: {
    situation: 'not signed in',
    status: 401,
    message: 'This passkey is not known here, or its answer does not hold.',
    next: 'Try again, or sign in another way.',
  },
  SIGN_IN_AGAIN: {
    situation: 'not allowed',
    status: 403,
    message: 'It is too long ago that you signed in.',
    next: 'Sign out and in again, and do this within ten minutes.',
  },
  INTERNAL: {
    situation: 'unavailable',
    status: 500,
    message: 'Something went wrong on the server.',
    next: 'Try it again. If it happens again, tell whoever runs this application.',
  },
} as const satisfies Readonly<Record<string, ProtocolError>>;

export type ProtocolCode = keyof typeof PROTOCOL;

/** Returns the protocol error with this code; null if there is none. */
export function protocolError(code: string): ProtocolError | null {
  return Object.hasOwn(PROTOCOL, code) ? PROTOCOL[code as ProtocolCode] : null;
}
