import type { Json } from '../text/json.ts';
import { splitNames } from '../text/split-names.ts';
import type { Value } from '../text/value.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';
import { cleanInput } from './text-input.ts';

export const role = defineField({
  kind: 'role',
  spellings: ['role', 'roles'],
  about: '`Role`: a role of point 6; `Roles`: several.',
  storage: 'text',
  storageFor: ({ several }) => (several ? 'json' : 'text'),
  typeFrom: (argument) => (argument === null ? { kind: 'role', several: false } : null),
  typeText: ({ several }) => (several ? 'Roles' : 'Role'),
  read: (input, { several }) => (several ? readSet(input) : readOne(input)),
  write: (value) => (typeof value === 'string' ? value : isNames(value) ? [...value] : null),
  show: (value, _, format) => (typeof value === 'string' ? value : isNames(value) ? format.list(value) : ''),
  parse: (cell, { several }) => {
    if (!several || cell.trim() === '') return readOne(cell);
    const names = splitNames(cell);
    return names === null ? wrongType({ is: 'roles' }) : readSet(names);
  },
  samples: [
    {
      type: { kind: 'role', several: false },
      good: [
        ['Writer', 'Writer'],
        ['__proto__', '__proto__'],
        ['', ''],
        [null, ''],
      ],
      bad: [
        [['Writer'], 'WRONG_TYPE'],
        [1, 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'role', several: true },
      good: [
        [['Writer', 'Editor', 'Writer'], 'Editor and Writer'],
        [[], ''],
        [null, ''],
      ],
      bad: [
        ['Writer', 'WRONG_TYPE'],
        [['Writer', 1], 'WRONG_TYPE'],
        [['Writer', ''], 'WRONG_TYPE'],
      ],
    },
  ],
});

function readOne(input: Json): ReadResult {
  if (input !== null && typeof input !== 'string') return wrongType({ is: 'role' });
  const read = cleanInput(input, 'one line');
  return 'problem' in read ? read : { value: read.text };
}

/** Reads a set: sorted, each role once; an empty set is empty. */
function readSet(input: Json): ReadResult {
  if (input === null || input === '') return { value: null };
  if (!Array.isArray(input)) return wrongType({ is: 'sent as', json: 'list' });
  const names = new Set<string>();
  for (const item of input as readonly Json[]) {
    const read = readOne(item);
    if ('problem' in read) return read;
    if (typeof read.value !== 'string') return wrongType({ is: 'role' });
    names.add(read.value);
  }
  return { value: names.size === 0 ? null : [...names].sort() };
}

const isNames = (value: Value): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
