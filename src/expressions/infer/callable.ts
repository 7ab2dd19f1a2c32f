import { functions } from '../functions/functions.ts';

/** What may be called, with an example and what it gives. */
export interface Callable {
  readonly name: string;
  readonly example: string;
  readonly about: string;
}

/** Every function, and what reads like one; what goes over lists and records of entities stands apart. */
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
