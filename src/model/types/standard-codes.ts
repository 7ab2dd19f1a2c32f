const CODES = [
  'NOT_SIGNED_IN',
  'TOKEN_NOT_VALID',
  'NOT_RECOGNISED',
  'TOO_MANY_REQUESTS',
  'UNREADABLE',
  'UNKNOWN_PARAMETER',
  'PARAMETER_NOT_VALID',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_FOUND',
  'NOT_ALLOWED',
  'PRECONDITION_REQUIRED',
  'CHANGED_MEANWHILE',
  'WRONG_STATE',
  'NOT_MET',
  'IN_USE',
  'INVALID',
  'TOO_LARGE',
  'DOCUMENT_CHANGED',
  'IDEMPOTENCY_MISMATCH',
  'UNAVAILABLE',
  'NOT_VALID',
  'REQUIRED',
  'WRONG_TYPE',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_SMALL',
  'TOO_BIG',
  'TOO_FEW_LINES',
  'TOO_MANY_LINES',
  'LINE_STAYS',
  'NOT_A_CHOICE',
  'WRONG_FILE',
  'GIVEN_TWICE',
  'NO_SUCH_VALUE',
  'NOT_OFFERED',
  'TARGET_DELETED',
  'NOT_UNIQUE',
  'NOT_AN_INPUT',
  'LIMIT_NOT_SHOWN',
  'NOT_SHOWN',
  'NUMBER_TOO_LARGE',
  'TOO_MANY_RECORDS',
  'CIRCLE',
] as const;

export type StandardCode = (typeof CODES)[number];

/**
 * The errors that the product raises by itself. An entry of the catalogue with the same code states its status and
 * text.
 */
export const STANDARD_CODES: ReadonlySet<string> = new Set(CODES);
