import { defineField } from './field.ts';
import { cleanInput } from './text-input.ts';

export const numberSeries = defineField({
  kind: 'number series',
  spellings: ['number series', 'running number', 'serial number'],
  about:
    'A number given when the record is created: `number series(HD-00000)` counts in the zeros; with `YY` or `YYYY`, anew each year.',
  storage: 'text',
  typeFrom: (argument) =>
    argument !== null && isPattern(argument) ? { kind: 'number series', pattern: argument } : null,
  typeText: ({ pattern }) => `number series(${pattern})`,
  read: (input) => {
    const read = cleanInput(input, 'one line');
    return 'problem' in read ? read : { value: read.text };
  },
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell) => {
    const read = cleanInput(cell, 'one line');
    return 'problem' in read ? read : { value: read.text };
  },
  samples: [
    {
      type: { kind: 'number series', pattern: 'HD-00000' },
      good: [
        ['HD-00042', 'HD-00042'],
        [null, ''],
        ['', ''],
      ],
      bad: [
        [42, 'WRONG_TYPE'],
        [['HD-00042'], 'WRONG_TYPE'],
      ],
    },
  ],
});

/**
 * Whether a text is a pattern: one run of zeros for the counter, surrounded by literal characters and optionally the
 * year.
 */
function isPattern(text: string): boolean {
  return /^[^\s0()|,`\\]{0,20}0{1,12}[^\s0()|,`\\]{0,20}$/u.test(text);
}
