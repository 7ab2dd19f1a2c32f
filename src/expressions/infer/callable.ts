import { functions } from '../functions/functions.ts';

/** Something that can be called, with an example and its result. */
export interface Callable {
  readonly name: string;
  readonly example: string;
  readonly about: string;
}

/** Every function, and syntax that looks like one; macros, aggregates and queries are not included. */
export const callables: readonly Callable[] = [
  ...functions.map(({ name, example, about }) => ({ name, example, about })),
  {
    name: 'isEmpty',
    example: 'isEmpty(note)',
    about: 'The same as `note is empty`.',
  },
  {
    name: 'overlaps',
    example: 'overlaps(from, to, this.from, this.to)',
    about:
      'Whether two spans share any time. A span of dates includes its last day; other spans that only touch do not overlap.',
  },
  {
    name: 'workingTime',
    example: 'workingTime(createdAt, now)',
    about: 'The working time from one moment to another; negative if the second is earlier.',
  },
  {
    name: 'isWorkingTime',
    example: 'isWorkingTime(startsAt)',
    about: 'Whether a moment is within the working hours, whose end is excluded.',
  },
  {
    name: 'isWorkingDay',
    example: 'isWorkingDay(startsOn)',
    about: 'Whether a date has working hours and is no holiday.',
  },
];
