/** What stands for a text that only the product makes: each one another. */
const MADE = 'a new token, ';

let made = 0;

/** A token as it is foretold: that there is one, and that no other is like it. */
export function newToken(): string {
  made += 1;
  return `${MADE}${made}`;
}

/** Whether a value is a token as the product makes them, where one was foretold; null where none was. */
export function isToken(foretold: unknown, value: unknown): boolean | null {
  if (typeof foretold !== 'string' || !foretold.startsWith(MADE)) return null;
  return typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value);
}
