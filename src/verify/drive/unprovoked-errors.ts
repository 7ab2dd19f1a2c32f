import type { ErrorEntry, Model } from '../../model/types/model.ts';
import type { StandardCode } from '../../model/types/standard-codes.ts';

/** Whether `verify` provokes a standard error with fitting requests: null if it does, else why it does not. */
const UNPROVOKED: Readonly<Record<StandardCode, string | null>> = {
  NOT_SIGNED_IN: null,
  TOKEN_NOT_VALID: 'verify sends no invalid tokens',
  NOT_RECOGNISED: 'a wrong name or password raises it, and verify signs in without passwords',
  TOO_MANY_REQUESTS: 'verify stays within the request limit',
  UNREADABLE: null,
  UNKNOWN_PARAMETER: null,
  PARAMETER_NOT_VALID: 'verify only sends parameters that can be read',
  METHOD_NOT_ALLOWED: 'verify only uses the methods of the calls',
  UNSUPPORTED_MEDIA_TYPE: 'verify only sends bodies of the right media type',
  NOT_FOUND: null,
  NOT_A_KEY: 'verify names records by their ids',
  NOT_ALLOWED: null,
  PRECONDITION_REQUIRED: null,
  CHANGED_MEANWHILE: null,
  WRONG_STATE: null,
  NOT_MET: null,
  IN_USE: null,
  INVALID: null,
  TOO_LARGE: 'verify only sends small files',
  DOCUMENT_CHANGED: 'the document does not change during verify',
  IDEMPOTENCY_MISMATCH: 'verify repeats no request',
  UNAVAILABLE: 'nothing is unavailable during verify',
  NOT_VALID: null,
  REQUIRED: null,
  WRONG_TYPE: null,
  TOO_LONG: null,
  TOO_SHORT: null,
  TOO_SMALL: null,
  TOO_BIG: null,
  TOO_FEW_LINES: null,
  TOO_MANY_LINES: null,
  LINE_STAYS: null,
  NOT_A_CHOICE: null,
  WRONG_FILE: 'verify only sends files of the right kind',
  GIVEN_TWICE: null,
  NO_SUCH_VALUE: null,
  NOT_OFFERED: null,
  TARGET_DELETED: null,
  NOT_UNIQUE: null,
  NOT_AN_INPUT: null,
  LIMIT_NOT_SHOWN: 'only a limit that the document does not show raises it',
  NOT_SHOWN: 'only what the document does not show raises it',
  NUMBER_TOO_LARGE: null,
  TOO_MANY_RECORDS: 'verify only has few records',
  CIRCLE: 'only effects that trigger each other without end raise it',
};

/** Returns why no answer of the document can be this error; null if one can. */
export function whyNeverAnswered(model: Model, { code, standsFor }: ErrorEntry): string | null {
  const isNamed = (error: { readonly name: string } | null): boolean => error?.name === code;
  const isStated =
    model.rules.some(({ error }) => isNamed(error)) ||
    model.entities.some(({ unique }) => unique.some(({ error }) => isNamed(error))) ||
    model.machines.some(({ transitions }) =>
      transitions.some(({ error, wrongState }) => isNamed(error) || isNamed(wrongState)),
    );
  const whys = (standsFor.length > 0 ? standsFor : [code]).filter(isStandard).map((each) => UNPROVOKED[each]);
  if (isStated || whys.includes(null)) return null;
  const [why] = whys;
  if (why !== undefined) return why;
  if (code === 'TOO_MANY_ATTEMPTS') return 'many wrong passwords raise it, and verify signs in without passwords';
  return model.calls.some(({ does, errors }) => does.kind === 'outside' && errors.some(isNamed))
    ? 'only another system could raise it'
    : 'nothing in the document raises it';
}

const isStandard = (code: string): code is StandardCode => Object.hasOwn(UNPROVOKED, code);
