import { identityKey } from '../../fields/text/identity-key.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Value } from '../../fields/text/value.ts';
import { isNumericKey } from '../../model/lookups/record-key.ts';
import type { Field } from '../../model/types/model.ts';

/** Returns the value of a key as it is in bodies: a number, if all its values are whole numbers, otherwise text. */
export function jsonOfKey(field: Field, value: unknown): Json {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return isNumericKey(field) ? Number(value) : value;
}

/**
 * Returns the stored value that a key in a request means, in a body or a path; null if no record can have it. Whole
 * numbers are also accepted as text, without leading zeros.
 */
export function valueOfKey(field: Field, sent: Json): string | number | null {
  if (typeof sent !== 'string' && typeof sent !== 'number') return null;
  const text = String(sent).trim();
  if (!isNumericKey(field)) return typeof sent === 'string' && text !== '' ? text : null;
  if (!/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return null;
  return field.type.kind === 'integer' ? Number(text) : text;
}

/** Returns the form in which equal values of a key are equal. */
export function comparableKey({ type, ignoringCase }: Field, value: Value): Value {
  return typeof value === 'string' && (ignoringCase || type.kind === 'email') ? identityKey(value) : value;
}
