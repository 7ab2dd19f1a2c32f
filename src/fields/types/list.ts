import { isObject, type Json, member } from '../text/json.ts';
import { noValues, type Row, type Value } from '../text/value.ts';
import { wrongType } from '../text/value-problem.ts';
import { countProblem, rangeForRequest } from './bounded-input.ts';
import { type Bounds, defineField, type ReadResult, type TypeOf } from './field.ts';

export const list = defineField({
  kind: 'list',
  spellings: ['list', 'list of'],
  about: 'Lines that belong to the record, in order: `list of Line` or `Line[]`.',
  storage: 'json',
  typeFrom: (argument) =>
    argument === null || argument.trim() === ''
      ? null
      : { kind: 'list', entity: argument.trim(), min: null, max: null },
  typeText: ({ entity }) => `list of ${entity}`,
  read: (input, type, bounds) => {
    if (input === null || input === '') return { value: null };
    if (!Array.isArray(input)) return wrongType({ is: 'sent as', json: 'objects' });
    return read(input as readonly Json[], type, bounds);
  },
  write: (value) => (isRows(value) ? value.map((row) => (row.id === '' ? {} : { id: row.id })) : null),
  show: (value, _, format) => (isRows(value) ? format.number(value.length, 0) : ''),
  parse: (cell) => (cell.trim() === '' ? { value: null } : wrongType({ is: 'lines' })),
  samples: [
    {
      type: { kind: 'list', entity: 'Line', min: { value: 1 }, max: { value: 2 } },
      good: [
        [[{ what: 'Taxi' }], '1'],
        [[{ id: 'a' }, {}], '2'],
        [[], ''],
        [null, ''],
      ],
      bad: [
        [[{}, {}, {}], 'TOO_MANY'],
        [['Taxi'], 'WRONG_TYPE'],
        [[{ id: 5 }], 'WRONG_TYPE'],
        [[{ id: 'a' }, { id: 'a' }], 'WRONG_TYPE'],
        [{ what: 'Taxi' }, 'WRONG_TYPE'],
      ],
    },
    {
      type: { kind: 'list', entity: 'Line', min: { value: 2 }, max: { constant: 'MOST' } },
      good: [],
      bad: [
        [[{}], 'TOO_FEW'],
        [[{}, {}], 'LIMIT_NOT_SHOWN'],
      ],
    },
  ],
});

/** Whether a value is lines. */
export function isRows(value: Value): value is readonly Row[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'values' in item);
}

/**
 * Reads the number of lines and their ids (empty for a new line). The caller, who knows the entity's fields, reads the
 * content of each line from the same input. No lines at all is empty; `required` covers that.
 */
function read(input: readonly Json[], { entity, min, max }: TypeOf<'list'>, bounds: Bounds): ReadResult {
  const rows: Row[] = [];
  const ids = new Set<string>();
  for (const item of input) {
    if (!isObject(item)) return wrongType({ is: 'sent as', json: 'objects' });
    const id = member(item, 'id') ?? '';
    if (typeof id !== 'string' || ids.has(id)) return wrongType({ is: 'sent as', json: 'objects' });
    if (id !== '') ids.add(id);
    rows.push({ entity, id, version: 0, values: noValues() });
  }
  const count = rows.length;
  if (count === 0) return { value: null };
  return countProblem(count, rangeForRequest({ min, max }), bounds) ?? { value: rows };
}
