import { textFormat } from '../../model/types/text-formats.ts';
import { orderKey } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField, type ReadResult } from './field.ts';
import { cleanInput } from './text-input.ts';

export const email = defineField({
  kind: 'email',
  spellings: ['email', 'e-mail', 'email address', 'e-mail address'],
  about: 'An e-mail address, ignoring case.',
  storage: 'text',
  typeFrom: (argument) => (argument === null ? { kind: 'email' } : null),
  typeText: () => 'email',
  read: (input) => read(input),
  write: (value) => (typeof value === 'string' ? value : null),
  show: (value) => (typeof value === 'string' ? value : ''),
  parse: (cell) => read(cell),
  orderKey: (value) => (typeof value === 'string' ? orderKey(value) : ''),
  samples: [
    {
      type: { kind: 'email' },
      good: [
        ['ana@example.com', 'ana@example.com'],
        [' Ana.Brandt+x@mail.example.org ', 'Ana.Brandt+x@mail.example.org'],
        ['müller@bücher.example', 'müller@bücher.example'],
        ['', ''],
      ],
      bad: [
        ['ana', 'WRONG_TYPE'],
        ['ana@example', 'WRONG_TYPE'],
        ['ana@@example.com', 'WRONG_TYPE'],
        ['ana brandt@example.com', 'WRONG_TYPE'],
        ['Ana <ana@example.com>', 'WRONG_TYPE'],
        ['ana@example..com', 'WRONG_TYPE'],
        [7, 'WRONG_TYPE'],
      ],
    },
  ],
});

/** Checks that a text can be an address; only an e-mail to it can tell whether it exists. */
function read(input: Json): ReadResult {
  const read = cleanInput(input, 'one line');
  if ('problem' in read) return read;
  if (read.text === null) return { value: null };
  const at = read.text.lastIndexOf('@');
  const [local, domain] = [read.text.slice(0, Math.max(at, 0)), read.text.slice(at + 1)];
  const labels = domain.split('.');
  const fits =
    /^[^\s@"(),:;<>[\\\]]{1,64}$/u.test(local) &&
    domain.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label));
  return fits
    ? { value: read.text }
    : wrongType({ is: 'text format', name: textFormat('email').name, example: 'ana@example.com' });
}
