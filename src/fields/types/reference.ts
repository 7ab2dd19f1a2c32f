import { lengthOf } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';
import { cleanInput } from './text-input.ts';

/** Maximum length of an id. */
export const MAX_ID_LENGTH = 100;

export const reference = defineField({
  kind: 'reference',
  spellings: ['reference', 'reference to', 'link to'],
  about: 'A record of another entity: its name, `Customer`.',
  storage: 'text',
  typeFrom: (argument) =>
    argument === null || argument.trim() === '' ? null : { kind: 'reference', entity: argument.trim() },
  typeText: ({ entity }) => entity,
  read: (input) => {
    const read = readName(input);
    if ('problem' in read || typeof read.value !== 'string') return read;
    return lengthOf(read.value) <= MAX_ID_LENGTH ? read : wrongType({ is: 'record' });
  },
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell) => readName(cell),
  samples: [
    {
      type: { kind: 'reference', entity: 'Customer' },
      good: [
        ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [7, 'WRONG_TYPE'],
        [{ id: 'x' }, 'WRONG_TYPE'],
        ['x'.repeat(101), 'WRONG_TYPE'],
      ],
    },
  ],
});

function readName(input: Json): ReadResult {
  if (input !== null && typeof input !== 'string') return wrongType({ is: 'record' });
  const read = cleanInput(input, 'one line');
  return 'problem' in read ? read : { value: read.text };
}
