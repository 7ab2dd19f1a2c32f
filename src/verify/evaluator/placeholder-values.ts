/** What stands for a text that only the product makes: each one another. */
const TOKEN = 'a new token, ';
const NUMBER = 'the next number of ';

let made = 0;

/** A token as it is foretold: that there is one, and that no other is like it. */
export function newToken(): string {
  made += 1;
  return `${TOKEN}${made}`;
}

/** The next number of a series, which nobody knows from what is there now: what had others may be gone. */
export const nextNumber = (pattern: string): string => `${NUMBER}${pattern}`;

/** Whether a value is one as the product makes them, where one was foretold; null where none was. */
export function isAsForetold(foretold: unknown, value: unknown): boolean | null {
  if (typeof foretold !== 'string') return null;
  if (foretold.startsWith(TOKEN)) return typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value);
  if (!foretold.startsWith(NUMBER)) return null;
  return typeof value === 'string' && seriesForm(foretold.slice(NUMBER.length)).test(value);
}

/** `HD-00000`: as many digits as there are zeros, or more; `YY` and `YYYY` are a year. */
function seriesForm(pattern: string): RegExp {
  const written = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${written.replace(/0+/, (zeros) => `\\d{${zeros.length},}`).replace(/YYYY|YY/, (year) => `\\d{${year.length}}`)}$`,
    'u',
  );
}
