import type { Limit, LimitName } from '../../model/types/model.ts';
import { foldName } from '../reader/columns.ts';
import { readBytes, readDuration, readNumber } from '../reader/quantities.ts';
import { datesIn, hoursIn } from './working-hours.ts';

/** The limits that the product itself enforces, by name. */
export const LIMITS: readonly {
  readonly name: LimitName;
  readonly write: string;
  readonly aliases: readonly string[];
  readonly about: string;
}[] = [
  {
    name: 'page size',
    write: '50',
    aliases: ['rows per page', 'page length', 'default page size'],
    about: 'Records on a page of a list.',
  },
  {
    name: 'largest page',
    write: '100',
    aliases: ['largest page size', 'maximum page size', 'max page size'],
    about: 'The most records a caller may ask for on a page; blank: the page size.',
  },
  {
    name: 'requests',
    write: '600 per minute per person',
    aliases: ['request limit', 'rate limit'],
    about: 'Requests of one person (of one address for guests) per second, minute, hour or day.',
  },
  {
    name: 'upload size',
    write: '10 MB',
    aliases: ['largest upload', 'maximum upload size', 'maximum file size'],
    about: 'The largest file; a field may allow less.',
  },
  {
    name: 'export rows',
    write: '10000',
    aliases: ['rows per export', 'largest export', 'maximum export rows'],
    about: 'The most rows exported at once.',
  },
  {
    name: 'import rows',
    write: '1000',
    aliases: ['rows per import', 'largest import', 'maximum import rows'],
    about: 'The most rows of an imported file; more than 10,000 are written in parts.',
  },
  {
    name: 'session',
    write: '8 hours',
    aliases: ['session length', 'session lifetime', 'session timeout'],
    about: 'How long a person stays signed in.',
  },
  {
    name: 'retries',
    write: '2',
    aliases: ['number of retries'],
    about: 'How often an unanswered request is sent again.',
  },
  {
    name: 'timeout',
    write: '15 s',
    aliases: ['request timeout', 'response timeout'],
    about: 'How long to wait for an answer.',
  },
  {
    name: 'refresh',
    write: '60 s',
    aliases: ['refresh interval', 'automatic refresh', 'polling interval'],
    about: 'How often screens reload, unless they state it.',
  },
  {
    name: 'search from',
    write: '3 characters',
    aliases: ['minimum search length', 'shortest search'],
    about: 'The shortest text searched for.',
  },
  {
    name: 'search delay',
    write: '300 ms',
    aliases: ['search debounce'],
    about: 'The pause in typing before a search begins.',
  },
  {
    name: 'retention',
    write: '30 days',
    aliases: ['retention period', 'data retention'],
    about: 'How long deleted records, and values in histories, are kept.',
  },
  {
    name: 'comment length',
    write: '2000 characters',
    aliases: ['longest comment', 'max comment length', 'maximum comment length'],
    about: 'The longest comment; 4,000 if not stated.',
  },
  {
    name: 'working hours',
    write: 'Monday to Friday 08:00–18:00; Saturday 09:00–12:00',
    aliases: ['business hours', 'opening hours', 'office hours'],
    about: 'The hours of working time.',
  },
  {
    name: 'holidays',
    write: '2026-12-25, 2027-01-01',
    aliases: ['public holidays', 'bank holidays'],
    about: 'Days without working hours.',
  },
];

/** Returns the limit with this name, or null. Names with an underscore or in capitals are constants. */
export function limitNamed(written: string): LimitName | null {
  if (/_/.test(written) || (written === written.toUpperCase() && written !== written.toLowerCase())) return null;
  const key = foldName(written);
  const spellings = ({ name, aliases }: (typeof LIMITS)[number]) => [name, ...aliases];
  return LIMITS.find((limit) => spellings(limit).some((spelling) => foldName(spelling) === key))?.name ?? null;
}

export type LimitValue = Pick<Limit, 'value' | 'per' | 'hours' | 'dates'>;

/** The value of a limit that is not shown or not read. */
export const NO_VALUE: LimitValue = { value: null, per: null, hours: null, dates: null };

/** Reads the value of a limit; null if it is not valid. */
export function limitValue(name: LimitName, text: string): LimitValue | null {
  switch (name) {
    case 'requests':
      return rateIn(text);
    case 'page size':
    case 'largest page':
    case 'export rows':
      return valued(countIn(text, /^(\S+)(?: (?:rows|records))?$/, 1, 999_999));
    case 'import rows':
      return valued(countIn(text, /^(\S+)(?: (?:rows|records))?$/, 1, 9_999_999));
    case 'retries':
      return valued(countIn(text, /^(\S+)(?: times)?$/, 0, 999));
    case 'comment length':
      return valued(countIn(text, /^(\S+)(?: characters)?$/, 1, 99_999));
    case 'search from':
      return valued(countIn(text, /^(\S+)(?: characters?)?$/, 0, 999));
    case 'upload size':
      return valued(readBytes(text));
    case 'working hours': {
      const hours = hoursIn(text);
      return hours === null ? null : { ...NO_VALUE, hours };
    }
    case 'holidays': {
      const dates = datesIn(text);
      return dates === null ? null : { ...NO_VALUE, dates };
    }
    default:
      return valued(millisecondsIn(text));
  }
}

const valued = (value: number | null): LimitValue | null => (value === null ? null : { ...NO_VALUE, value });

function countIn(text: string, pattern: RegExp, least: number, most: number): number | null {
  const digits = readNumber(pattern.exec(text)?.[1] ?? '');
  const count = Number(digits);
  return digits === null || !Number.isInteger(count) || count < least || count > most ? null : count;
}

const RATE = /^(\S+)(?: requests)? per (second|minute|hour|day)(?: per person)?$/;

function rateIn(text: string): LimitValue | null {
  const count = countIn(text, RATE, 0, 999_999_999);
  const per = RATE.exec(text)?.[2];
  if (count === null || (per !== 'second' && per !== 'minute' && per !== 'hour' && per !== 'day')) return null;
  return { ...NO_VALUE, value: count, per };
}

const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['millisecond', 1],
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['week', 604_800_000],
]);

/** Returns a duration in milliseconds; null for months and years, which have no fixed length. */
function millisecondsIn(text: string): number | null {
  const duration = readDuration(text);
  if (duration === null) return null;
  const ms = Number(duration.count) * (LENGTHS.get(duration.unit) ?? Number.NaN);
  return Number.isSafeInteger(ms) && ms >= 0 ? ms : null;
}
