import type { Limit, LimitName } from '../../model/types/model.ts';
import { foldName } from '../columns.ts';
import { readDuration, readNumber, readSize } from '../liberal/phrases/quantity.ts';
import { datesIn, hoursIn } from './9-hours.ts';

/** The limits that the product itself obeys, by name. */
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
    about: 'The most records that a caller may ask for on a page; blank: the page size.',
  },
  {
    name: 'requests',
    write: '600 per minute per person',
    aliases: ['request limit', 'rate limit', 'requests per minute'],
    about: 'Requests of one person in a second, minute, hour or day; of one address where nobody is signed in.',
  },
  {
    name: 'upload size',
    write: '10 MB',
    aliases: [
      'largest upload',
      'max upload size',
      'maximum upload size',
      'maximum upload',
      'max upload',
      'file size',
      'maximum file size',
      'max file size',
      'largest file',
    ],
    about: 'The largest file that is taken at all; a field may state less.',
  },
  {
    name: 'export rows',
    write: '10000',
    aliases: ['exported rows', 'rows per export', 'largest export', 'max export rows', 'maximum export rows'],
    about: 'The most rows of a list that are had as a file at once.',
  },
  {
    name: 'import rows',
    write: '1000',
    aliases: ['imported rows', 'rows per import', 'largest import', 'max import rows', 'maximum import rows'],
    about: 'The most records that are made from one file; never more than 10,000.',
  },
  {
    name: 'session',
    write: '8 hours',
    aliases: ['session length', 'session lifetime', 'session timeout', 'session duration'],
    about: 'How long somebody stays signed in.',
  },
  {
    name: 'retries',
    write: '2',
    aliases: ['retry', 'number of retries', 'repeats'],
    about: 'How often a request that got no answer is sent again.',
  },
  {
    name: 'timeout',
    write: '15 s',
    aliases: ['request timeout', 'response timeout'],
    about: 'How long an answer is waited for.',
  },
  {
    name: 'refresh',
    write: '60 s',
    aliases: ['refresh interval', 'automatic refresh', 'polling interval'],
    about: 'How often a screen fetches anew by itself, where it states nothing else.',
  },
  {
    name: 'search from',
    write: '3 characters',
    aliases: ['minimum search length', 'shortest search', 'search length'],
    about: 'The shortest text that is searched for.',
  },
  {
    name: 'search delay',
    write: '300 ms',
    aliases: ['search debounce'],
    about: 'How long typing must rest before the search begins.',
  },
  {
    name: 'retention',
    write: '30 days',
    aliases: ['retention period', 'data retention'],
    about: 'How long deleted records are kept, and values in the history of all records.',
  },
  {
    name: 'comment length',
    write: '2000 characters',
    aliases: ['longest comment', 'max comment length', 'maximum comment length'],
    about: 'The most characters of a comment; 4,000 where no line states it.',
  },
  {
    name: 'working hours',
    write: 'Monday to Friday 08:00–18:00; Saturday 09:00–12:00',
    aliases: ['business hours', 'opening hours', 'opening times', 'office hours'],
    about: 'When working time passes.',
  },
  {
    name: 'holidays',
    write: '2026-12-25, 2027-01-01',
    aliases: ['public holidays', 'bank holidays'],
    about: 'Days without working hours.',
  },
];

/** The limit of this name. Names with an underscore or in capitals are constants. */
export function limitNamed(written: string): LimitName | null {
  if (/_/.test(written) || (written === written.toUpperCase() && written !== written.toLowerCase())) return null;
  return limitLike(written);
}

/** The same, however it is written. */
export function limitLike(written: string): LimitName | null {
  const key = foldName(written);
  return (
    LIMITS.find(({ name, aliases }) => [name, ...aliases].some((spelling) => foldName(spelling) === key))?.name ?? null
  );
}

export type LimitValue = Pick<Limit, 'value' | 'per' | 'hours' | 'dates'>;

const NOTHING: LimitValue = { value: null, per: null, hours: null, dates: null };

/** What is not shown, or not read. */
export const NO_VALUE: LimitValue = NOTHING;

const PER = '(?:\\s*\\/\\s*|\\s+(?:per|a|an|each|every)\\s+)';
const RATES: readonly RegExp[] = [
  new RegExp(
    `^(\\d{1,9})(?:\\s+requests?)?${PER}(second|minute|hour|day|s|min|h|d)(?:${PER}(?:person|user|head)|\\s+(?:for each|and)\\s+(?:person|user))?$`,
    'i',
  ),
  new RegExp(
    `^(\\d{1,9})(?:\\s+requests?)?${PER}(?:person|user|head)(?:${PER}|\\s+and\\s+)(second|minute|hour|day|s|min|h|d)$`,
    'i',
  ),
];
const INTERVALS: ReadonlyMap<string, NonNullable<Limit['per']>> = new Map([
  ['second', 'second'],
  ['s', 'second'],
  ['minute', 'minute'],
  ['min', 'minute'],
  ['hour', 'hour'],
  ['h', 'hour'],
  ['day', 'day'],
  ['d', 'day'],
]);

/** The value of a limit as it is written; null for anything that is none. */
export function limitValue(name: LimitName, text: string): LimitValue | null {
  switch (name) {
    case 'requests':
      return rate(text);
    case 'page size':
    case 'largest page':
    case 'export rows':
    case 'import rows':
      return counted(/^([1-9]\d{0,5})(?:\s+(?:rows?|records?|items?|entries)?(?:\s*per page)?)?$/i.exec(text)?.[1]);
    case 'retries':
      return counted(/^(\d{1,3})(?:\s+(?:more\s+)?times)?$/i.exec(text)?.[1]);
    case 'comment length':
      return counted(/^([1-9]\d{0,4})(?:\s+(?:characters?|letters?|signs?))?$/i.exec(text)?.[1]);
    case 'search from':
      return counted(/^(\d{1,3})(?:\s+(?:characters?|letters?|signs?))?$/i.exec(text)?.[1]);
    case 'upload size':
      return size(text);
    case 'working hours': {
      const hours = hoursIn(text);
      return hours === null || hours.left !== '' ? null : { ...NOTHING, hours: hours.hours };
    }
    case 'holidays': {
      const dates = datesIn(text);
      return dates === null ? null : { ...NOTHING, dates };
    }
    default:
      return length(text);
  }
}

const counted = (digits: string | undefined): LimitValue | null =>
  digits === undefined ? null : { ...NOTHING, value: Number(digits) };

function rate(text: string): LimitValue | null {
  const match = RATES.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const per = INTERVALS.get(match?.[2]?.toLowerCase() ?? '');
  return match === undefined || match === null || per === undefined
    ? null
    : { ...NOTHING, value: Number(match[1]), per };
}

const BYTES: ReadonlyMap<string, number> = new Map([
  ['bytes', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
]);

function size(text: string): LimitValue | null {
  const [digits = '', unit = ''] = (readSize(text) ?? '').split(' ');
  const bytes = Math.round(Number(digits) * (BYTES.get(unit) ?? Number.NaN));
  return digits !== '' && Number.isSafeInteger(bytes) && bytes >= 0 ? { ...NOTHING, value: bytes } : null;
}

const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['millisecond', 1],
  ['second', 1_000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['week', 604_800_000],
]);

/** Of exact units alone: nobody knows how long a month is. */
function length(text: string): LimitValue | null {
  const found = readDuration(text);
  if (found === null || found.working || readNumber(found.count) === null) return null;
  const ms = Number(found.count) * (LENGTHS.get(found.unit) ?? Number.NaN);
  return Number.isSafeInteger(ms) && ms >= 0 ? { ...NOTHING, value: ms } : null;
}
