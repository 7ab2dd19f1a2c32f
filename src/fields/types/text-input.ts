import type { Bound } from '../../model/types/types.ts';
import { cleanText, lengthOf, textFault } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import { type FieldProblem, limitNotShown, refused, wrongType } from '../text/value-problem.ts';
import type { Bounds, ReadResult } from './field.ts';

/** Maximum characters of a text whose field states no maximum; for a list of texts, of all of them together. */
export const MAX_CHARACTERS = 100_000;

/** Reads text of a type with bounds on its length; `bounds` null checks none of them. */
export function readText(
  input: Json,
  lines: 'one line' | 'many lines',
  type: { readonly min: Bound | null; readonly max: Bound | null },
  bounds: Bounds | null,
): ReadResult {
  const read = cleanInput(input, lines);
  if ('problem' in read || read.text === null) return 'problem' in read ? read : { value: null };
  return bounds === null ? { value: read.text } : ofLength(read.text, type, bounds);
}

/** Returns cleaned text; anything but valid text is refused. */
export function cleanInput(
  input: Json,
  lines: 'one line' | 'many lines',
): { readonly text: string | null } | ReturnType<typeof wrongType> {
  if (input === null) return { text: null };
  if (typeof input !== 'string') return wrongType({ is: 'text' });
  const text = cleanText(input);
  const fault = text === null ? null : textFault(text, lines);
  return fault === null ? { text } : wrongType({ is: fault });
}

/** Reads a password: the text exactly as sent, because spaces at its ends count. Empty text is no password. */
export function readSecret(
  input: Json,
  type: { readonly min: Bound | null; readonly max: Bound | null },
  bounds: Bounds | null,
): ReadResult {
  if (input === null || input === '') return { value: null };
  if (typeof input !== 'string') return wrongType({ is: 'text' });
  const fault = textFault(input, 'one line');
  if (fault !== null) return wrongType({ is: fault });
  if (bounds === null) return { value: input };
  const length = lengthOf(input);
  if (length > MOST_HASHED) return refused('TOO_LONG', { length, max: MOST_HASHED });
  return ofLength(input, { ...type, max: type.max ?? LONGEST_SECRET }, bounds);
}

/** No longer password is hashed, whatever the document states. */
const MOST_HASHED = 500;

/** The maximum length of a password without a stated one. */
const LONGEST_SECRET: Bound = { value: 200 };

function ofLength(
  text: string,
  { min, max }: { readonly min: Bound | null; readonly max: Bound | null },
  bounds: Bounds,
): ReadResult {
  const length = lengthOf(text);
  if (min !== null) {
    const least = bounds(min);
    if (least === null) return limitNotShown(min);
    if (length < least) return refused('TOO_SHORT', { length, min: least });
  }
  if (max === null) return tooManyCharacters(length) ?? { value: text };
  const most = bounds(max);
  if (most === null) return limitNotShown(max);
  return length > most ? refused('TOO_LONG', { length, max: most }) : { value: text };
}

/** Returns the problem if texts without a stated maximum are too long; otherwise null. */
export function tooManyCharacters(length: number): { readonly problem: FieldProblem } | null {
  return length > MAX_CHARACTERS ? refused('TOO_LONG', { length, max: MAX_CHARACTERS }) : null;
}
