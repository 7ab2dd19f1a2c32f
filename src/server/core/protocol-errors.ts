import type { Situation } from '../../engine/core/refusal.ts';

/** An error about HTTP or sign-in itself, not decided by a line of the document. */
export interface ProtocolError {
  readonly situation: Situation;
  readonly status: number;
}

/**
 * All protocol errors by code. The language files have their texts, and `/_/errors/CODE` explains them. A document can't override them, because they occur
 * before it decides.
 */
export const PROTOCOL = {
  EXPECTATION_FAILED: {
    situation: 'unreadable',
    status: 417,
  },
  TOO_MANY_ROWS: {
    situation: 'too large',
    status: 413,
  },
  TOO_BROAD: {
    situation: 'unreadable',
    status: 400,
  },
  TOO_MANY_UPLOADS: {
    situation: 'too large',
    status: 413,
  },
  NOT_A_PATH: {
    situation: 'unreadable',
    status: 400,
  },
  OTHER_HOST: {
    situation: 'unreadable',
    status: 421,
  },
  OTHER_ORIGIN: {
    situation: 'not allowed',
    status: 403,
  },
  NO_SWITCHER_KEY: {
    situation: 'not allowed',
    status: 403,
  },
  TOO_MANY_ATTEMPTS: {
    situation: 'too many requests',
    status: 429,
  },
  LINK_OVER: {
    situation: 'not found',
    status: 404,
  },
  WEAK_PASSWORD: {
    situation: 'invalid',
    status: 422,
  },
  SIGNS_IN_ALREADY: {
    situation: 'wrong state',
    status: 409,
  },
  NO_PASSWORDS: {
    situation: 'not found',
    status: 404,
  },
  NO_PROVIDER: {
    situation: 'not found',
    status: 404,
  },
  PROVIDER_SILENT: {
    situation: 'unavailable',
    status: 503,
  },
  NO_PASSKEYS: {
    situation: 'not found',
    status: 404,
  },
  PASSKEY_REFUSED: {
    situation: 'not signed in',
    status: 401,
  },
  SIGN_IN_AGAIN: {
    situation: 'not allowed',
    status: 403,
  },
  INTERNAL: {
    situation: 'unavailable',
    status: 500,
  },
} as const satisfies Readonly<Record<string, ProtocolError>>;

export type ProtocolCode = keyof typeof PROTOCOL;

/** Returns the protocol error with this code; null if there is none. */
export function protocolError(code: string): ProtocolError | null {
  return Object.hasOwn(PROTOCOL, code) ? PROTOCOL[code as ProtocolCode] : null;
}
