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
    message: 'This address does not support this method.',
    next: 'The Allow header lists the supported methods.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    situation: 'unreadable',
    status: 415,
    message: 'The body must be JSON.',
    next: 'Send it with the header Content-Type: application/json.',
  },
  EXPECTATION_FAILED: {
    situation: 'unreadable',
    status: 417,
    message: 'This server does not support this Expect header.',
    next: 'Send the request without the Expect header.',
  },
  TOO_MANY_ROWS: {
    situation: 'too large',
    status: 413,
    message: 'Too many rows.',
    next: 'Filter the list, or send the file in parts.',
  },
  TOO_BROAD: {
    situation: 'unreadable',
    status: 400,
    message: 'This search is too broad.',
    next: 'Narrow it, for example with a filter for one value or with the beginning of a word.',
  },
  TOO_MANY_UPLOADS: {
    situation: 'too large',
    status: 413,
    message:
      'Too many uploaded files belong to no record yet. The limit is 200 MB and 200 files per person, and 2 GB for everybody.',
    next: 'Save the records that these files are meant for. Unused files are removed after a day.',
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
    message: 'This server only answers under its own name.',
    next: 'Open it as localhost or 127.0.0.1, with the port that it prints when it starts.',
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
    message: 'You can only switch the person on the page.',
    next: 'Reload the page, then choose the person.',
  },
  NOT_RECOGNISED: {
    situation: 'not signed in',
    status: 401,
    message: 'Wrong name or password.',
    next: 'Try again, or request a link to choose a new password.',
  },
  TOO_MANY_ATTEMPTS: {
    situation: 'too many requests',
    status: 429,
    message: 'Too many sign-in attempts.',
    next: 'Wait 15 minutes, or request a link to choose a new password.',
  },
  LINK_OVER: {
    situation: 'not found',
    status: 404,
    message: 'This link has expired or was already used.',
    next: 'Request a new one.',
  },
  WEAK_PASSWORD: {
    situation: 'invalid',
    status: 422,
    message: 'This password is too easy to guess.',
    next: 'Choose a longer one. Several unrelated words work well.',
  },
  SIGNS_IN_ALREADY: {
    situation: 'wrong state',
    status: 409,
    message: 'This person can already sign in.',
    next: 'If they forgot their password, they can request a link on the sign-in page.',
  },
  NO_PASSWORDS: {
    situation: 'not found',
    status: 404,
    message: 'Sign-in with a password is not available here.',
    next: 'Choose another way to sign in.',
  },
  NO_PROVIDER: {
    situation: 'not found',
    status: 404,
    message: 'Sign-in with a provider is not available here.',
    next: 'Choose another way to sign in.',
  },
  PROVIDER_SILENT: {
    situation: 'unavailable',
    status: 503,
    message: 'The sign-in provider is not responding.',
    next: 'Try again later, or choose another way to sign in.',
  },
  NO_PASSKEYS: {
    situation: 'not found',
    status: 404,
    message: 'Sign-in with a passkey is not available here.',
    next: 'Choose another way to sign in.',
  },
  PASSKEY_REFUSED: {
    situation: 'not signed in',
    status: 401,
    message: 'This passkey was not accepted.',
    next: 'Try again, or choose another way to sign in.',
  },
  SIGN_IN_AGAIN: {
    situation: 'not allowed',
    status: 403,
    message: 'You signed in too long ago to do this.',
    next: 'Sign out and in again, then do this within ten minutes.',
  },
  INTERNAL: {
    situation: 'unavailable',
    status: 500,
    message: 'Something went wrong on the server.',
    next: 'Try again. If it keeps happening, tell the administrator of this application.',
  },
} as const satisfies Readonly<Record<string, ProtocolError>>;

export type ProtocolCode = keyof typeof PROTOCOL;

/** Returns the protocol error with this code; null if there is none. */
export function protocolError(code: string): ProtocolError | null {
  return Object.hasOwn(PROTOCOL, code) ? PROTOCOL[code as ProtocolCode] : null;
}
