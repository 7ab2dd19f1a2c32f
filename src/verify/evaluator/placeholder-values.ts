/** Prefixes of placeholders for texts that only the product generates. Each placeholder is different. */
const TOKEN = '⟨a new token, ';
const END = '⟩';
const USUAL_LENGTH = 22;
const NUMBER = 'the next number of ';

let made = 0;

/**
 * Returns a placeholder for a token: some token, different from every other. It may be a part of a text. `form`: its
 * length and its characters, if they are stated.
 */
export function newToken([length, characters]: readonly (string | null)[]): string {
  made += 1;
  return `${TOKEN}${made}, ${length ?? USUAL_LENGTH}, ${characters ?? ''}${END}`;
}

/**
 * Returns a placeholder for the next number of a series, which cannot be predicted because earlier numbers may be
 * deleted.
 */
export const nextNumber = (pattern: string): string => `${NUMBER}${pattern}`;

/** Whether a value matches a predicted placeholder; null if the predicted value is not a placeholder. */
export function matchesPlaceholder(expected: unknown, value: unknown): boolean | null {
  if (typeof expected !== 'string') return null;
  if (expected.includes(TOKEN)) return typeof value === 'string' && withTokens(expected).test(value);
  if (!expected.startsWith(NUMBER)) return null;
  return typeof value === 'string' && seriesForm(expected.slice(NUMBER.length)).test(value);
}

/** Builds a pattern for a text with placeholders of tokens. */
function withTokens(expected: string): RegExp {
  const written = expected.replaceAll(SPECIAL, '\\$&');
  const pattern = written.replaceAll(
    new RegExp(`${TOKEN}\\d+, (\\d+), ([^${END}]*)${END}`, 'g'),
    (_, length: string, alphabet: string) => `[${alphabet === '' ? 'A-Za-z0-9_\\-' : alphabet}]{${length}}`,
  );
  return new RegExp(`^${pattern}$`);
}

/** Characters with a meaning in patterns. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Builds a pattern for `HD-00000`: at least as many digits as zeros; `YY` and `YYYY` are a year. */
function seriesForm(pattern: string): RegExp {
  const written = pattern.replaceAll(SPECIAL, '\\$&');
  return new RegExp(
    `^${written.replace(/0+/, (zeros) => `\\d{${zeros.length},}`).replace(/YYYY|YY/, (year) => `\\d{${year.length}}`)}$`,
    'u',
  );
}
