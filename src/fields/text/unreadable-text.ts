import type { Expected } from './expected.ts';
import { isObject, type Json, member } from './json.ts';

/** The member of an object that says that it is text which is no value: no field has an empty name. */
const TEXT = '';

/** Text that somebody typed into a field and that is no value of it. */
export interface Unread {
  readonly text: string;
  /** What to write instead. */
  readonly expected: Expected;
}

/**
 * Such text in the place of a value: it stays in its input and is kept with what else is typed, and nothing is sent
 * while it stands there.
 */
export const unreadJson = ({ text, expected }: Unread): Json => ({
  [TEXT]: text,
  expected: expected as unknown as Json,
});

/** The text that stands in the place of a value; null where a value does. */
export function unreadOf(value: Json): Unread | null {
  const text = isObject(value) ? member(value, TEXT) : null;
  if (!isObject(value) || typeof text !== 'string') return null;
  return { text, expected: member(value, 'expected') as unknown as Expected };
}

/** A place inside a value: `['lines', 0, 'amount']`. */
export type Path = readonly (string | number)[];

/** Every such text within a value, with its place. */
export function unreadIn(value: Json, path: Path = []): readonly { readonly path: Path; readonly unread: Unread }[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => unreadIn(item, [...path, index]));
  const unread = unreadOf(value);
  if (unread !== null) return [{ path, unread }];
  return Object.entries(value).flatMap(([name, item]) => unreadIn(item as Json, [...path, name]));
}
