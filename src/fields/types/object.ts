import { isObject, type Json } from '../text/json.ts';
import type { Value } from '../text/value.ts';
import { wrongType } from '../text/value-problem.ts';
import { defineField } from './field.ts';

/**
 * The values of a record at a moment. The value is JSON text: the entity, and the values of its fields in wire format.
 * Who reads it sees only some of the members, so it is never shown whole.
 */
export const object = defineField({
  kind: 'object',
  spellings: ['object'],
  about: 'What a record held, from `values(old)` or `values(this)`. Only effects set it; see *Objects*.',
  storage: 'text',
  typeFrom: (argument) => (argument === null ? { kind: 'object' } : null),
  typeText: () => 'object',
  read: (input) => (input === null || input === '' ? { value: null } : wrongType({ is: 'nothing' })),
  write: (value) => recordValuesIn(value)?.values ?? null,
  show: () => '',
  parse: (cell) => (cell.trim() === '' ? { value: null } : wrongType({ is: 'nothing' })),
  samples: [
    {
      type: { kind: 'object' },
      good: [
        ['', ''],
        [null, ''],
      ],
      bad: [
        [{ title: 'x' }, 'WRONG_TYPE'],
        ['x', 'WRONG_TYPE'],
        [1, 'WRONG_TYPE'],
      ],
    },
  ],
});

/** What the fields of a record of an entity held. */
export interface RecordValues {
  readonly entity: string;
  readonly values: { readonly [name: string]: Json };
}

/** Returns what a stored value holds; null for anything else. */
export function recordValuesIn(value: Value): RecordValues | null {
  if (typeof value !== 'string') return null;
  const stored = JSON.parse(value) as Json;
  if (!isObject(stored)) return null;
  const { entity = null, values = null } = stored;
  return typeof entity === 'string' && isObject(values) ? { entity, values } : null;
}
