import { wrongType } from '../text/value-problem.ts';
import { defineField } from './field.ts';

const YES: readonly string[] = ['yes', 'true', 'y'];
const NO: readonly string[] = ['no', 'false', 'n'];

export const boolean = defineField({
  kind: 'boolean',
  spellings: ['boolean', 'yes/no', 'bool', 'checkbox'],
  about: 'Yes or no; empty is neither.',
  storage: 'integer',
  typeFrom: (argument) => (argument === null ? { kind: 'boolean' } : null),
  typeText: () => 'boolean',
  read: (input) => {
    if (input === null || (typeof input === 'string' && input.trim() === '')) return { value: null };
    return typeof input === 'boolean' ? { value: input } : wrongType({ is: 'sent as', json: 'boolean' });
  },
  write: (value) => (typeof value === 'boolean' ? value : null),
  show: (value, _, format) => (typeof value === 'boolean' ? format.truth(value) : ''),
  parse: (cell) => {
    const word = cell.trim().toLowerCase();
    if (word === '') return { value: null };
    if (YES.includes(word)) return { value: true };
    return NO.includes(word) ? { value: false } : wrongType({ is: 'yes or no' });
  },
  samples: [
    {
      type: { kind: 'boolean' },
      good: [
        [true, 'Yes'],
        [false, 'No'],
        [null, ''],
        ['', ''],
      ],
      bad: [
        ['true', 'WRONG_TYPE'],
        [1, 'WRONG_TYPE'],
        [0, 'WRONG_TYPE'],
        [[], 'WRONG_TYPE'],
      ],
    },
  ],
});
