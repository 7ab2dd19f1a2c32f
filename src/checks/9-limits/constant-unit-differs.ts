import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'constant-unit-differs',
  point: 9,
  severity: 'warning',
  about: 'A constant whose name says one unit and whose value another.',
  *find({ model }) {
    for (const { id, name, at, value } of model.constants) {
      const tree = value?.tree ?? null;
      if (tree?.op !== 'number' || tree.unit === null) continue;
      const said = unitInName(name);
      const stands = unitOf(tree.unit);
      if (said === null || stands === null || said === stands) continue;
      yield {
        element: id,
        at: value?.at ?? at,
        message: `${name} is in ${said} by its name, and its value is ${value?.text.trim() ?? ''}.`,
        next: `Write the value in ${said}, or name the constant without its unit.`,
      };
    }
  },
});

/** What people write for each unit, at the end of a name or behind a number. */
const UNITS: ReadonlyMap<string, readonly string[]> = new Map([
  ['milliseconds', ['ms', 'millis', 'millisecond', 'milliseconds']],
  ['seconds', ['sec', 'secs', 'second', 'seconds', 's']],
  ['minutes', ['min', 'mins', 'minute', 'minutes']],
  ['hours', ['hour', 'hours', 'hrs', 'h']],
  ['days', ['day', 'days', 'd']],
  ['weeks', ['week', 'weeks']],
  ['months', ['month', 'months']],
  ['years', ['year', 'years']],
  ['bytes', ['bytes', 'byte', 'b']],
  ['kB', ['kb']],
  ['MB', ['mb']],
  ['GB', ['gb']],
  ['EUR', ['eur', 'euro', 'euros']],
  ['USD', ['usd', 'dollars']],
  ['GBP', ['gbp', 'pounds']],
  ['CHF', ['chf', 'francs']],
]);

const BY_WORD = new Map([...UNITS].flatMap(([unit, words]) => words.map((word): [string, string] => [word, unit])));

/** Short words are units behind a number, and may be anything in a name; `MIN` is the least as often. */
const NO_NAME: ReadonlySet<string> = new Set(['s', 'h', 'd', 'b', 'min', 'mins']);

/** `HOURS_PER_WEEK` counts hours. */
const PER: ReadonlySet<string> = new Set(['per', 'a', 'an', 'each', 'every']);

function unitInName(name: string): string | null {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const last = words.at(-1) ?? '';
  if (words.length < 2 || NO_NAME.has(last) || PER.has(words.at(-2) ?? '')) return null;
  return BY_WORD.get(last) ?? null;
}

function unitOf(unit: string): string | null {
  return BY_WORD.get(unit.toLowerCase()) ?? null;
}
