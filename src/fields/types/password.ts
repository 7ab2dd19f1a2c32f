import { printRange, rangeOfLength } from '../text/number-range.ts';
import { defineField } from './field.ts';
import { readSecret } from './text-input.ts';

export const password = defineField({
  kind: 'password',
  spellings: ['password'],
  about: 'The password of a person, with its length: `password(8..72)`. Only a hash is stored, and nobody reads it.',
  storage: 'text',
  typeFrom: (argument) => {
    const range = rangeOfLength(argument);
    return range && { kind: 'password', ...range };
  },
  typeText: ({ min, max }) => `password${printRange({ min, max })}`,
  read: (input, type, bounds) => readSecret(input, type, bounds),
  write: () => null,
  show: () => '',
  parse: (cell, type) => readSecret(cell, type, null),
  orderKey: () => '',
  samples: [
    {
      type: { kind: 'password', min: { value: 8 }, max: { value: 20 } },
      good: [
        ['correct horse', ''],
        [' 8 spaces ', ''],
        ['', ''],
        [null, ''],
      ],
      bad: [
        ['short', 'TOO_SHORT'],
        ['much longer than twenty characters', 'TOO_LONG'],
        [12345678, 'WRONG_TYPE'],
        ['nul\u0000nul\u0000', 'WRONG_TYPE'],
      ],
    },
  ],
});
