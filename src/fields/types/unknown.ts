import { wrongType } from '../text/value-problem.ts';
import { defineField } from './field.ts';

export const unknown = defineField({
  kind: 'unknown',
  spellings: [],
  about: 'A type that could not be read. Such a field is shown and never written.',
  storage: 'text',
  typeFrom: () => null,
  typeText: ({ text }) => text,
  read: (input) => (input === null || input === '' ? { value: null } : wrongType({ is: 'nothing' })),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell) => (cell.trim() === '' ? { value: null } : wrongType({ is: 'nothing' })),
  samples: [
    {
      type: { kind: 'unknown', text: 'blob of things' },
      good: [
        [null, ''],
        ['', ''],
      ],
      bad: [
        ['x', 'WRONG_TYPE'],
        [1, 'WRONG_TYPE'],
      ],
    },
  ],
});
