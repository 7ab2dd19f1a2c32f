import type { Column } from '../reader/columns.ts';

/** Keys that state what absent and empty members of a request mean. */
export const BODY_KEYS: readonly Column[] = [
  {
    name: 'Absent members',
    aliases: ['Missing members'],
    blank: '`kept`.',
    notShown: '`kept`.',
    about:
      'Members that a change lists and a request leaves out: their fields are `kept`, `cleared`, or this is `refused`.',
  },
  {
    name: 'Null members',
    aliases: ['Null values'],
    blank: '`cleared`.',
    notShown: '`cleared`.',
    about: 'Members that are null: their fields are `cleared`, this is `refused`, or they are `ignored` as if absent.',
  },
  {
    name: 'Empty texts',
    aliases: ['Empty strings'],
    blank: '`cleared`.',
    notShown: '`cleared`.',
    about: 'Members that are a text without characters other than spaces: `cleared`, `refused` or `ignored`.',
  },
];

export const ABSENT_MEMBERS = ['kept', 'cleared', 'refused'] as const;
export const EMPTY_MEMBERS = ['cleared', 'refused', 'ignored'] as const;
