import { orderKey } from '../text/fold.ts';
import { printRange, rangeOfLength } from '../text/number-range.ts';
import { defineField } from './field.ts';
import { readText } from './text-input.ts';

export const longText = defineField({
  kind: 'long text',
  spellings: [
    'long text',
    'longtext',
    'multi-line text',
    'multiline text',
    'multiline',
    'text area',
    'textarea',
    'paragraph',
  ],
  about: 'Text of several lines, its length counted in characters: `long text(..2000)`.',
  storage: 'text',
  typeFrom: (argument) => {
    const range = rangeOfLength(argument);
    return range && { kind: 'long text', ...range };
  },
  typeText: ({ min, max }) => `long text${printRange({ min, max })}`,
  read: (input, type, bounds) => readText(input, 'many lines', type, bounds),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell, type) => readText(cell, 'many lines', type, null),
  orderKey: (value) => (typeof value === 'string' ? orderKey(value) : ''),
  samples: [
    {
      type: { kind: 'long text', min: null, max: { value: 20 } },
      good: [
        ['one\r\ntwo', 'one\ntwo'],
        [' \n ', ''],
        [null, ''],
      ],
      bad: [
        ['more than twenty characters', 'TOO_LONG'],
        [true, 'WRONG_TYPE'],
        ['bell\u0007', 'WRONG_TYPE'],
      ],
    },
  ],
});
