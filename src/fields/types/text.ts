import { orderKey } from '../text/fold.ts';
import { printRange, rangeOfLength } from '../text/number-range.ts';
import { defineField } from './field.ts';
import { readText } from './text-input.ts';

export const text = defineField({
  kind: 'text',
  spellings: ['text', 'string', 'short text', 'varchar', 'one line'],
  about: 'One line of text, its length counted in characters: `text(1..80)`, `text(..500)`, `text`.',
  storage: 'text',
  typeFrom: (argument) => {
    const range = rangeOfLength(argument);
    return range && { kind: 'text', ...range };
  },
  typeText: ({ min, max }) => `text${printRange({ min, max })}`,
  read: (input, type, bounds) => readText(input, 'one line', type, bounds),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell, type) => readText(cell, 'one line', type, null),
  orderKey: (value) => (typeof value === 'string' ? orderKey(value) : ''),
  samples: [
    {
      type: { kind: 'text', min: { value: 3 }, max: { value: 10 } },
      good: [
        ['Taxi', 'Taxi'],
        ['  Cafe\u0301 ', 'Café'],
        ['😀😀😀', '😀😀😀'],
        ['__proto__', '__proto__'],
        ['', ''],
        ['   ', ''],
        [null, ''],
      ],
      bad: [
        ['no', 'TOO_SHORT'],
        ['a long way to go', 'TOO_LONG'],
        [5, 'WRONG_TYPE'],
        [['Taxi'], 'WRONG_TYPE'],
        ['two\nlines', 'WRONG_TYPE'],
        ['nul\u0000', 'WRONG_TYPE'],
        ['half \ud83d', 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'text', min: null, max: { constant: 'MAX_TITLE' } },
      good: [['', '']],
      bad: [['Taxi', 'LIMIT_NOT_SHOWN']],
    },
  ],
});
