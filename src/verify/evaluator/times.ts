/** Parses `09:30` or `9:30` to minutes since midnight; null if it is not a time of day. */
export function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^([0-9]{1,2}):([0-9]{2})$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return Number(hours) * 60 + Number(minutes);
}

/** `09:30`. */
export const timeText = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const two = (number: number): string => String(number).padStart(2, '0');

/** Units of durations, the longest first. */
const UNITS: readonly (readonly [words: readonly string[], ms: number])[] = [
  [['h', 'hour', 'hours'], 3_600_000],
  [['min', 'minute', 'minutes'], 60_000],
  [['s', 'sec', 'second', 'seconds'], 1000],
  [['ms', 'millisecond', 'milliseconds'], 1],
];

/** Parses `1 h 30 min`, `90 min` or `1:30` to milliseconds; null if it is not a duration. */
export function lengthOf(text: string): number | null {
  const [, hours, minutes] = /^([0-9]{1,6}):([0-5][0-9])$/.exec(text) ?? [];
  if (hours !== undefined) return (Number(hours) * 60 + Number(minutes)) * 60_000;
  const parts = [...text.matchAll(/([0-9]{1,9}) ?([a-z]+)(,? ?|$)/giy)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) return null;
  let ms = 0;
  let last = -1;
  for (const [, count, word = ''] of parts) {
    const at = UNITS.findIndex(([words]) => words.includes(word.toLowerCase()));
    const [, each = 0] = UNITS[at] ?? [];
    if (at <= last) return null;
    ms += Number(count) * each;
    last = at;
  }
  return ms;
}

/** `1 h 30 min`. */
export function lengthText(ms: number): string {
  let rest = ms;
  const parts = UNITS.flatMap(([[word = ''], each]) => {
    const count = Math.floor(rest / each);
    if (rest < each) return [];
    rest -= count * each;
    return [`${count} ${word}`];
  });
  return parts.length === 0 ? '0 min' : parts.join(' ');
}
