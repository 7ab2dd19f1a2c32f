import type { ErrorEntry } from '../../model/types/model.ts';
import type { StandardCode } from '../../model/types/standard-codes.ts';

/** The names in braces that the message of a rule, a guard, a wrong state and a unique key may contain. */
export const NAMES_BY_CAUSE = {
  rule: ['condition', 'rule'],
  guard: ['condition', 'event'],
  state: ['status', 'entity'],
  key: ['field'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The names that every error of a field fills in. */
const OF_FIELD = ['field', 'label'] as const;

const REFUSALS: Readonly<Partial<Record<StandardCode, readonly string[]>>> = {
  CIRCLE: ['what'],
  TOO_MANY_REQUESTS: ['wait', 'n'],
  UNREADABLE: ['reason'],
  UNKNOWN_PARAMETER: ['parameter'],
  PARAMETER_NOT_VALID: ['parameter', 'reason'],
  NOT_FOUND: ['entity'],
  NOT_A_KEY: ['entity'],
  NOT_ALLOWED: ['who'],
  CHANGED_MEANWHILE: ['by'],
  WRONG_STATE: ['status', 'entity'],
  NOT_MET: ['event', 'condition'],
  IN_USE: ['uses'],
  TARGET_DELETED: ['entity', 'field'],
  INVALID: ['count'],
  NOT_VALID: ['condition', 'rule'],
  REQUIRED: OF_FIELD,
  WRONG_TYPE: ['expected', 'value', ...OF_FIELD],
  TOO_LONG: ['length', 'max', 'count', 'value', ...OF_FIELD],
  TOO_SHORT: ['length', 'min', 'count', 'value', ...OF_FIELD],
  TOO_SMALL: ['min', 'value', ...OF_FIELD],
  TOO_BIG: ['max', 'value', ...OF_FIELD],
  TOO_FEW_LINES: ['min', 'count', ...OF_FIELD],
  TOO_MANY_LINES: ['max', 'count', ...OF_FIELD],
  LINE_STAYS: ['entity', 'number'],
  NOT_A_CHOICE: ['value', 'choices', ...OF_FIELD],
  WRONG_FILE: ['name', 'endings', ...OF_FIELD],
  GIVEN_TWICE: OF_FIELD,
  NO_SUCH_VALUE: ['entity', ...OF_FIELD],
  NOT_OFFERED: ['entity', ...OF_FIELD],
  NOT_UNIQUE: ['value', ...OF_FIELD],
  NOT_AN_INPUT: ['field'],
  LIMIT_NOT_SHOWN: ['limit'],
  TOO_MANY_RECORDS: ['count', 'entity'],
  NOT_SHOWN: ['what'],
};

/** Returns the names in braces that a standard error fills in, also in a message of the catalogue. */
export function namesOfRefusal(code: string): readonly string[] {
  return new Map<string, readonly string[]>(Object.entries(REFUSALS)).get(code) ?? [];
}

/** All names that any error fills in, for an entry whose cause is not known. */
export const ALL_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(NAMES_BY_CAUSE).flat(),
  ...Object.values(REFUSALS).flat(),
]);

/** The names among them that documents commonly use. */
export const USUAL_NAMES: readonly string[] = ['entity', 'who', 'by', 'status', 'event', 'condition'];

/** Returns the standard errors that an entry of the catalogue replaces. */
export function refusalsOf({ code, standsFor }: ErrorEntry): readonly string[] {
  return [code, ...standsFor].filter((each) => namesOfRefusal(each).length > 0);
}
