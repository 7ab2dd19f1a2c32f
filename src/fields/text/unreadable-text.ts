import type { Expected } from './expected.ts';
import { isObject, type Json, member } from './json.ts';

/** The member that marks an object as text that is not a value: no field has an empty name. */
const TEXT = '';

/** Text that a person entered into a field and that is not a valid value. */
export interface UnreadableText {
  readonly text: string;
  /** What to enter instead. */
  readonly expected: Expected;
}

/**
 * Returns such text as JSON in the place of a value. It stays in its input and in drafts, and nothing is sent while it
 * is there.
 */
export const unreadableTextJson = ({ text, expected }: UnreadableText): Json => ({
  [TEXT]: text,
  expected: expected as unknown as Json,
});

/** Returns the text in the place of a value; null if the JSON is a value. */
export function unreadableTextOf(value: Json): UnreadableText | null {
  const text = isObject(value) ? member(value, TEXT) : null;
  if (!isObject(value) || typeof text !== 'string') return null;
  return { text, expected: member(value, 'expected') as unknown as Expected };
}

/** A path inside a value: `['lines', 0, 'amount']`. */
export type Path = readonly (string | number)[];

/** Returns every such text within a value, with its path. */
export function unreadableTextsIn(
  value: Json,
  path: Path = [],
): readonly { readonly path: Path; readonly unread: UnreadableText }[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => unreadableTextsIn(item, [...path, index]));
  const unread = unreadableTextOf(value);
  if (unread !== null) return [{ path, unread }];
  return Object.entries(value).flatMap(([name, item]) => unreadableTextsIn(item as Json, [...path, name]));
}
