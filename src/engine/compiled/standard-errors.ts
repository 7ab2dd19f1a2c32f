import english from '../../messages/en.json' with { type: 'json' };
import type { Situation } from '../core/refusal.ts';

interface Kind {
  readonly situation: Situation;
  readonly status: number;
}

const INVALID = { situation: 'invalid', status: 422 } as const;

const KINDS = {
  NOT_SIGNED_IN: { situation: 'not signed in', status: 401 },
  TOKEN_NOT_VALID: { situation: 'not signed in', status: 401 },
  NOT_RECOGNISED: { situation: 'not signed in', status: 401 },
  TOO_MANY_REQUESTS: { situation: 'too many requests', status: 429 },
  UNREADABLE: { situation: 'unreadable', status: 400 },
  UNKNOWN_PARAMETER: { situation: 'unreadable', status: 400 },
  PARAMETER_NOT_VALID: { situation: 'unreadable', status: 400 },
  METHOD_NOT_ALLOWED: { situation: 'unreadable', status: 405 },
  UNSUPPORTED_MEDIA_TYPE: { situation: 'unreadable', status: 415 },
  NOT_FOUND: { situation: 'not found', status: 404 },
  NOT_A_KEY: { situation: 'not found', status: 400 },
  NOT_ALLOWED: { situation: 'not allowed', status: 403 },
  PRECONDITION_REQUIRED: { situation: 'match required', status: 428 },
  CHANGED_MEANWHILE: { situation: 'changed meanwhile', status: 412 },
  WRONG_STATE: { situation: 'wrong state', status: 409 },
  NOT_MET: { situation: 'not met', status: 409 },
  IN_USE: { situation: 'in use', status: 409 },
  INVALID: INVALID,
  TOO_LARGE: { situation: 'too large', status: 413 },
  DOCUMENT_CHANGED: { situation: 'document changed', status: 409 },
  IDEMPOTENCY_MISMATCH: INVALID,
  UNAVAILABLE: { situation: 'unavailable', status: 503 },
  NOT_VALID: INVALID,
  REQUIRED: INVALID,
  WRONG_TYPE: INVALID,
  TOO_LONG: INVALID,
  TOO_SHORT: INVALID,
  TOO_SMALL: INVALID,
  TOO_BIG: INVALID,
  TOO_FEW_LINES: INVALID,
  TOO_MANY_LINES: INVALID,
  LINE_STAYS: INVALID,
  NOT_A_CHOICE: INVALID,
  WRONG_FILE: INVALID,
  GIVEN_TWICE: INVALID,
  NO_SUCH_VALUE: INVALID,
  NOT_OFFERED: INVALID,
  TARGET_DELETED: INVALID,
  NOT_UNIQUE: INVALID,
  NOT_AN_INPUT: INVALID,
  LIMIT_NOT_SHOWN: INVALID,
  NOT_SHOWN: INVALID,
  CIRCLE: { situation: 'not met', status: 409 },
  NUMBER_TOO_LARGE: INVALID,
  TOO_MANY_RECORDS: INVALID,
} as const satisfies Readonly<Record<string, Kind>>;

/** The codes of the standard errors. */
export type StandardCode = keyof typeof KINDS;

interface StandardError extends Kind {
  readonly message: string;
  readonly next: string;
}

/**
 * The standard errors that every call can return, with their English texts. If the document's catalogue has an entry of
 * the same code, its status and text replace these.
 */
export const STANDARD: Readonly<Record<StandardCode, StandardError>> = withTexts(KINDS);

function withTexts(kinds: typeof KINDS): Readonly<Record<StandardCode, StandardError>> {
  const { errors } = english.engine;
  const codes = Object.keys(kinds) as StandardCode[];
  return Object.fromEntries(codes.map((code) => [code, { ...kinds[code], ...errors[code] }])) as Record<
    StandardCode,
    StandardError
  >;
}
