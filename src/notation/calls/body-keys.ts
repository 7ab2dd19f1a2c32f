import type { Column } from '../reader/columns.ts';

/** Keys that state what absent and empty members of a request mean, and how values are written. */
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
  {
    name: 'Times',
    aliases: ['Timestamps', 'Time format'],
    blank: '`ISO 8601`.',
    notShown: '`ISO 8601`.',
    about:
      'How values of `date and time` are written in bodies and parameters: `ISO 8601`, `Unix seconds` or `Unix milliseconds`.',
  },
  {
    name: 'Decimals',
    aliases: ['Amounts', 'Decimal format'],
    blank: '`text`.',
    notShown: '`text`.',
    about: 'How decimals and amounts of money are written in bodies: `text` or `number`.',
  },
];

export const ABSENT_MEMBERS = ['kept', 'cleared', 'refused'] as const;
export const EMPTY_MEMBERS = ['cleared', 'refused', 'ignored'] as const;
export const TIMES = ['ISO 8601', 'Unix seconds', 'Unix milliseconds'] as const;
export const DECIMALS = ['text', 'number'] as const;
