import type { ErrorEntry, Model } from '../../model/types/model.ts';

/** What `verify` does not provoke: it keeps to limits, sends no wrong files, and does not change the document meanwhile. */
const UNPROVOKED: ReadonlyMap<string, string> = new Map([
  ['TOO_MANY_REQUESTS', 'verify keeps to the limit of requests'],
  ['TOO_LARGE', 'verify sends small files only'],
  ['WRONG_FILE', 'verify sends files of the right kind only'],
  ['DOCUMENT_CHANGED', 'the document does not change meanwhile'],
  ['IDEMPOTENCY_MISMATCH', 'verify repeats no request'],
  ['UNAVAILABLE', 'nothing is unavailable here'],
  ['TOO_MANY_RECORDS', 'there are few records here'],
]);

/** Codes of our own that are answered where a request fits. */
const STANDARD: ReadonlySet<string> = new Set([
  ...['NOT_SIGNED_IN', 'UNREADABLE', 'UNKNOWN_PARAMETER', 'NOT_FOUND', 'NOT_ALLOWED', 'PRECONDITION_REQUIRED'],
  ...['CHANGED_MEANWHILE', 'WRONG_STATE', 'NOT_MET', 'IN_USE', 'INVALID', 'NOT_VALID', 'REQUIRED', 'WRONG_TYPE'],
  ...['TOO_LONG', 'TOO_SHORT', 'TOO_SMALL', 'TOO_BIG', 'TOO_FEW_LINES', 'TOO_MANY_LINES', 'LINE_STAYS', 'NOT_A_CHOICE'],
  ...['GIVEN_TWICE', 'NO_SUCH_VALUE', 'TARGET_DELETED', 'NOT_UNIQUE', 'NOT_AN_INPUT', 'NUMBER_TOO_LARGE'],
]);

/** Why no answer of the document itself can be this error; null: one can. */
export function unraised(model: Model, { code, standsFor }: ErrorEntry): string | null {
  const isNamed = (error: { readonly name: string } | null): boolean => error?.name === code;
  const isStated =
    model.rules.some(({ error }) => isNamed(error)) ||
    model.entities.some(({ unique }) => unique.some(({ error }) => isNamed(error))) ||
    model.machines.some(({ transitions }) => transitions.some(({ error }) => isNamed(error)));
  const codes = standsFor.length > 0 ? standsFor : [code];
  if (isStated || codes.some((each) => STANDARD.has(each))) return null;
  const [why] = codes.flatMap((each) => UNPROVOKED.get(each) ?? []);
  return why ?? 'no rule, event or uniqueness raises it: only an outside service could';
}
