import type { Column } from '../reader/columns.ts';

/** Keys of calls that create records. */
export const CREATION_KEYS: readonly Column[] = [
  {
    name: 'Existing record',
    aliases: ['If it exists', 'Existing'],
    blank: 'Refused as `NOT_UNIQUE`.',
    notShown: 'As if blank.',
    about:
      'Of a call that creates a record: the status, 200, 201 or 202, with which it answers the record that has the same unique values, as it is, if the caller may read it.',
  },
];
