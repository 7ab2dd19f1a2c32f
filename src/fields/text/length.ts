/** Units of a length of time, the longest first: `1 h 30 min`. */
export const UNITS_OF_LENGTH: readonly (readonly [pattern: string, ms: number, unit: string])[] = [
  ['h|hours?', 3_600_000, 'h'],
  ['min|minutes?', 60_000, 'min'],
  ['s|sec|seconds?', 1000, 's'],
  ['ms|milliseconds?', 1, 'ms'],
];

const WRITTEN = new RegExp(
  `^${UNITS_OF_LENGTH.map(([pattern]) => `(?:(\\d{1,9}) ?(?:${pattern}),? ?)?`).join('')}$`,
  'i',
);

/** Parses a length of time into milliseconds; null if it is not one. */
export function parseLength(text: string): number | null {
  const clock = /^(\d{1,6}):([0-5]\d)$/.exec(text);
  if (clock !== null) return (Number(clock[1]) * 60 + Number(clock[2])) * 60_000;
  const found = text.length > 60 ? null : WRITTEN.exec(text);
  return found === null
    ? null
    : UNITS_OF_LENGTH.reduce((sum, [, ms], index) => sum + Number(found[index + 1] ?? 0) * ms, 0);
}

/** Formats milliseconds as text that parses back to the same value. */
export function formatLength(length: number): string {
  const parts: string[] = [];
  let rest = length;
  for (const [, ms, unit] of UNITS_OF_LENGTH) {
    if (rest >= ms) parts.push(`${Math.floor(rest / ms)} ${unit}`);
    rest %= ms;
  }
  return parts.length === 0 ? '0 min' : parts.join(' ');
}
