import { lengthOf } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import { printRange, rangeOfLength } from '../text/number-range.ts';
import { splitNames } from '../text/split-names.ts';
import type { Value } from '../text/value.ts';
import { wrongType } from '../text/value-problem.ts';
import { countProblem, rangeForRequest } from './bounded-input.ts';
import { type Bounds, defineField, type ReadResult, type TypeOf } from './field.ts';
import { cleanInput, tooManyCharacters } from './text-input.ts';

export const texts = defineField({
  kind: 'texts',
  spellings: ['texts', 'list of text', 'list of texts', 'text[]'],
  about: 'Several short texts in order: `list of text`; up to ten: `list of text(..10)`.',
  storage: 'json',
  typeFrom: (argument) => {
    const range = rangeOfLength(argument);
    return range && { kind: 'texts', ...range };
  },
  typeText: ({ min, max }) => `list of text${printRange({ min, max })}`,
  read: (input, type, bounds) => read(input, type, bounds),
  write: (value) => (isTexts(value) ? [...value] : null),
  show: (value, _, format) => (isTexts(value) ? format.list(value) : ''),
  parse: (cell, type) => {
    if (cell.trim() === '') return { value: null };
    const names = splitNames(cell);
    return names === null ? wrongType({ is: 'texts' }) : read(names, { ...type, min: null, max: null });
  },
  samples: [
    {
      type: { kind: 'texts', min: { value: 2 }, max: { value: 3 } },
      good: [
        [['Lens cap', 'Strap'], 'Lens cap and Strap'],
        [['b', ' a ', '', 'b'], 'b, a and b'],
        [[], ''],
        [[''], ''],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [['one'], 'TOO_FEW'],
        [['1', '2', '3', '4'], 'TOO_MANY'],
        ['Strap', 'WRONG_TYPE'],
        [['two\nlines', 'x'], 'WRONG_TYPE'],
        [['x', 1], 'WRONG_TYPE'],
      ],
    },
  ],
});

/** Whether a value is a list of texts. An empty list is the empty value, and empty texts are left out. */
export function isTexts(value: Value): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function read(input: Json, type: TypeOf<'texts'>, bounds: Bounds = () => null): ReadResult {
  if (input === null || input === '') return { value: null };
  if (!Array.isArray(input)) return wrongType({ is: 'sent as', json: 'list' });
  const found: string[] = [];
  for (const item of input as readonly Json[]) {
    const one = cleanInput(item, 'one line');
    if (!('text' in one)) return one;
    if (one.text !== null) found.push(one.text);
  }
  if (found.length === 0) return { value: null };
  const length = found.reduce((sum, text) => sum + lengthOf(text), 0);
  return countProblem(found.length, rangeForRequest(type), bounds) ?? tooManyCharacters(length) ?? { value: found };
}
