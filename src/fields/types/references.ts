import { cleanText } from '../text/fold.ts';
import type { Json } from '../text/json.ts';
import type { Value } from '../text/value.ts';
import { duplicateItem, wrongType } from '../text/value-problem.ts';
import { countProblem, rangeForRequest } from './bounded-input.ts';
import { type Bounds, defineField, type ReadResult, type TypeOf } from './field.ts';
import { MAX_ID_LENGTH } from './reference.ts';

export const references = defineField({
  kind: 'references',
  spellings: ['set of', 'several', 'references to'],
  about: 'Several records of another entity: `set of Person`, or `ordered set of Person`.',
  storage: 'json',
  typeFrom: (argument) =>
    argument === null || argument.trim() === ''
      ? null
      : { kind: 'references', entity: argument.trim(), ordered: false, min: null, max: null },
  typeText: ({ entity, ordered }) => `${ordered ? 'ordered ' : ''}set of ${entity}`,
  read: (input, type, bounds) => read(input, type, bounds),
  write: (value) => (isIds(value) ? [...value] : null),
  show: (value, _, format) => (isIds(value) ? format.number(value.length, 0) : ''),
  parse: (cell) => (cell.trim() === '' ? { value: null } : wrongType({ is: 'records' })),
  samples: [
    {
      type: { kind: 'references', entity: 'Customer', ordered: true, min: null, max: { value: 2 } },
      good: [
        [['b', 'a'], '2'],
        [[], ''],
        [null, ''],
        ['', ''],
      ],
      bad: [
        [['a', 'b', 'c'], 'TOO_MANY'],
        [['b', 'a', 'b'], 'GIVEN_TWICE'],
        ['a', 'WRONG_TYPE'],
        [[{ id: 'a' }], 'WRONG_TYPE'],
        [[''], 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'references', entity: 'Customer', ordered: false, min: { value: 2 }, max: null },
      good: [[['b', 'a'], '2']],
      bad: [[['a'], 'TOO_FEW']],
    },
  ],
});

/** Whether a value is ids of records. */
export function isIds(value: Value): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Reads ids without duplicates, in the given order; the store sorts them if they have no order. */
function read(input: Json, { min, max }: TypeOf<'references'>, bounds: Bounds): ReadResult {
  if (input === null || input === '') return { value: null };
  if (!Array.isArray(input)) return wrongType({ is: 'sent as', json: 'ids' });
  const ids = new Set<string>();
  for (const [index, item] of (input as readonly Json[]).entries()) {
    if (typeof item !== 'string' || cleanText(item) !== item || item.length > MAX_ID_LENGTH)
      return wrongType({ is: 'sent as', json: 'ids' });
    if (ids.has(item)) return duplicateItem(index);
    ids.add(item);
  }
  if (ids.size === 0) return { value: null };
  return countProblem(ids.size, rangeForRequest({ min, max }), bounds) ?? { value: [...ids] };
}
