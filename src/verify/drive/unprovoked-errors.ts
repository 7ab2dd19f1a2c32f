import type { ErrorEntry, Model } from '../../model/types/model.ts';

/** Errors that `verify` does not provoke, with the reason. */
const UNPROVOKED: ReadonlyMap<string, string> = new Map([
  ['TOO_MANY_REQUESTS', 'verify stays within the request limit'],
  ['TOO_LARGE', 'verify only sends small files'],
  ['WRONG_FILE', 'verify only sends files of the right kind'],
  ['DOCUMENT_CHANGED', 'the document does not change during verify'],
  ['IDEMPOTENCY_MISMATCH', 'verify repeats no request'],
  ['UNAVAILABLE', 'nothing is unavailable during verify'],
  ['TOO_MANY_RECORDS', 'verify only has few records'],
  ['TOKEN_NOT_VALID', 'verify sends no invalid tokens'],
  ['PARAMETER_NOT_VALID', 'verify only sends parameters that can be read'],
]);

/** Standard codes that are returned for fitting requests. */
const STANDARD: ReadonlySet<string> = new Set([
  ...['NOT_SIGNED_IN', 'UNREADABLE', 'UNKNOWN_PARAMETER', 'NOT_FOUND', 'NOT_ALLOWED', 'PRECONDITION_REQUIRED'],
  ...['CHANGED_MEANWHILE', 'WRONG_STATE', 'NOT_MET', 'IN_USE', 'INVALID', 'NOT_VALID', 'REQUIRED', 'WRONG_TYPE'],
  ...['TOO_LONG', 'TOO_SHORT', 'TOO_SMALL', 'TOO_BIG', 'TOO_FEW_LINES', 'TOO_MANY_LINES', 'LINE_STAYS', 'NOT_A_CHOICE'],
  ...[
    'GIVEN_TWICE',
    'NO_SUCH_VALUE',
    'NOT_OFFERED',
    'TARGET_DELETED',
    'NOT_UNIQUE',
    'NOT_AN_INPUT',
    'NUMBER_TOO_LARGE',
  ],
]);

/** Returns why no answer of the document can be this error; null if one can. */
export function whyNeverAnswered(model: Model, { code, standsFor }: ErrorEntry): string | null {
  const isNamed = (error: { readonly name: string } | null): boolean => error?.name === code;
  const isStated =
    model.rules.some(({ error }) => isNamed(error)) ||
    model.entities.some(({ unique }) => unique.some(({ error }) => isNamed(error))) ||
    model.machines.some(({ transitions }) => transitions.some(({ error }) => isNamed(error)));
  const codes = standsFor.length > 0 ? standsFor : [code];
  if (isStated || codes.some((each) => STANDARD.has(each))) return null;
  const [why] = codes.flatMap((each) => UNPROVOKED.get(each) ?? []);
  return why ?? 'no rule, event or unique key raises it; only an outside service could';
}
