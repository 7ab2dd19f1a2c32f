import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'constant-unit-differs',
  point: 9,
  severity: 'warning',
  about: 'A constant whose name and value have different units.',
  *find({ model }) {
    for (const { id, name, at, value } of model.constants) {
      const tree = value?.tree ?? null;
      if (tree?.op !== 'number' || tree.unit === null) continue;
      const unitByName = unitInName(name);
      const unitOfValue = unitOf(tree.unit);
      if (unitByName === null || unitOfValue === null || unitByName === unitOfValue) continue;
      yield {
        element: id,
        at: value?.at ?? at,
        message: `${name} should be in ${unitByName} by its name, but its value is ${value?.text.trim() ?? ''}.`,
        next: `Write the value in ${unitByName}, or remove the unit from the name.`,
      };
    }
  },
});

/** The spellings of each unit, at the end of a name or after a number. */
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

/** Short words are units after a number but may mean anything in a name; `MIN` often means the minimum. */
const NO_NAME: ReadonlySet<string> = new Set(['s', 'h', 'd', 'b', 'min', 'mins']);

/** Words before a unit in a rate: `HOURS_PER_WEEK` counts hours. */
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
