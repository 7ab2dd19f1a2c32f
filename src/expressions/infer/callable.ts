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
    about: 'Whether a value is empty: the same as `note is empty`.',
  },
  {
    name: 'overlaps',
    example: 'overlaps(from, to, this.from, this.to)',
    about:
      'Whether two spans share any time. The last day of a span of dates belongs to it; spans of moments and times that only touch do not overlap.',
  },
  {
    name: 'workingTime',
    example: 'workingTime(createdAt, now)',
    about:
      'The working time from one moment to another, by the working hours and holidays of point 9; negative where the second is the earlier.',
  },
  {
    name: 'isWorkingTime',
    example: 'isWorkingTime(startsAt)',
    about: 'Whether a moment lies in the working hours. Their end is no longer in them.',
  },
  {
    name: 'isWorkingDay',
    example: 'isWorkingDay(startsOn)',
    about: 'Whether a date has working hours and is no holiday.',
  },
];
