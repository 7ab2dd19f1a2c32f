import type { ErrorEntry } from '../../model/types/model.ts';
import type { StandardCode } from '../../model/types/standard-codes.ts';

interface Usual {
  readonly code: StandardCode;
  readonly statuses: readonly number[];
  readonly says: RegExp;
}

/** What the texts of a catalogue say of the refusals that every product has. */
const USUAL: readonly Usual[] = [
  { code: 'NOT_SIGNED_IN', statuses: [401], says: /\bsign(?:ed)? in\b|\blog(?:ged)? in\b|\bsession (?:has|is)\b/i },
  { code: 'NOT_ALLOWED', statuses: [403], says: /\bnot allowed\b|\bmay not\b|\bno permission\b|\bnot permitted\b/i },
  {
    code: 'NOT_FOUND',
    statuses: [404],
    says: /\bnot exist|\b(?:cannot|can't|could not) find\b|\bnot found\b|\bno such\b/i,
  },
  {
    code: 'INVALID',
    statuses: [400, 422],
    says: /\b(?:correct|check) the (?:marked |highlighted )?(?:fields|entries)\b|\bentries need\b|\bsome (?:fields|entries)\b/i,
  },
  {
    code: 'CHANGED_MEANWHILE',
    statuses: [409, 412],
    says: /\b(?:someone|somebody) else (?:has )?changed\b|\bin the meantime\b|\bmeanwhile\b/i,
  },
  { code: 'WRONG_STATE', statuses: [409], says: /\bstep is not possible\b|\bnot possible (?:any more|anymore|now)\b/i },
  { code: 'TOO_MANY_REQUESTS', statuses: [429], says: /\btoo many requests\b/i },
];

/**
 * The entries that speak of a refusal of ours: by status and text, and of all entries just one. Where an entry says
 * itself what it stands for, or has the code of ours, nothing is added.
 */
export function withUsual(errors: readonly ErrorEntry[]): ErrorEntry[] {
  const found = new Map<ErrorEntry, StandardCode[]>();
  for (const { code, statuses, says } of USUAL) {
    if (errors.some((error) => error.code === code || error.standsFor.includes(code))) continue;
    const fits = errors.filter(
      ({ status, message }) => status !== null && statuses.includes(status) && says.test(message),
    );
    const [only] = fits;
    if (only !== undefined && fits.length === 1) found.set(only, [...(found.get(only) ?? []), code]);
  }
  return errors.map((error) => {
    const codes = found.get(error);
    return codes === undefined ? error : { ...error, standsFor: [...error.standsFor, ...codes] };
  });
}
