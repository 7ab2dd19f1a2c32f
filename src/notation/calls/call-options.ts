import type { Api, CallOptions, NameStyle } from '../../model/types/call.ts';
import { codeOf, type Span, split } from '../markdown/span.ts';
import { bodyOf } from '../points/error-answers.ts';
import { messages } from '../reader/codes.ts';
import { type Column, effectUntilStated, type KeyValue } from '../reader/columns.ts';
import { type FindingContext, isBlank, isNotShown, type Reader, words } from '../reader/reader.ts';
import { BODY_FORMAT_KEYS, bodyFormatsOf } from './body-format-keys.ts';
import { BODY_KEYS, DECIMALS, memberRulesOf, TIMES } from './body-keys.ts';
import { CALLER_KEYS, callersOf } from './caller-keys.ts';
import { CONTRACT_KEYS } from './contract-keys.ts';
import { CREATION_KEYS } from './creation-keys.ts';
import { PAGING_KEYS, pagingOf } from './paging-keys.ts';
import { IDEMPOTENCY_KEY, REQUEST_KEYS, rateLimitOf } from './request-keys.ts';
import { SIGN_IN_KEYS } from './sign-in-schemes.ts';

/** Keys that hold for one call in its part, and for all calls at the start of the section. */
export const CALL_KEYS: readonly Column[] = [
  {
    name: 'If-Match',
    aliases: ['Concurrency', 'Optimistic concurrency'],
    blank: '`required`.',
    notShown: '`required`.',
    about:
      'Whether a call that changes a record sends the `ETag` that it read: `required` (428 without it, 412 after a change), `optional` (compared if it is sent) or `not used` (ignored).',
  },
  {
    name: 'Unknown members',
    aliases: ['Unknown fields', 'Additional members'],
    blank: '`refused`.',
    notShown: '`refused`.',
    about: 'Members of a body that the call does not list: `refused` or `ignored`.',
  },
  ...BODY_FORMAT_KEYS,
  ...BODY_KEYS,
  ...REQUEST_KEYS,
];

/** Keys of the part of a call. */
export const CALL_PART_KEYS: readonly Column[] = [
  ...CALL_KEYS,
  {
    name: 'Status',
    aliases: ['Success status', 'Answers with status'],
    blank: '201 for a new record, 200 with a body, else 204.',
    notShown: 'As if blank.',
    about: 'The status of a successful response: 200, 201, 202 or 204 (without a body).',
  },
  ...CREATION_KEYS,
  {
    name: 'Error body',
    aliases: ['Body of errors', 'Error shape'],
    blank: 'That of point 8.',
    notShown: 'That of point 8.',
    about:
      'The body of the call’s refusals, as the key *Body* of point 8 states it for all: `{ "message": message }`, or `none`.',
  },
  {
    name: 'Media type',
    aliases: ['Content type', 'Format'],
    blank: 'JSON, in pages.',
    notShown: 'As if blank.',
    about:
      'Of a list: sends all its records, up to the *export rows* of point 9, one after the other: `application/x-ndjson` (a JSON object on each line) or `text/csv` (the members are the columns).',
  },
  ...PAGING_KEYS,
  ...CALLER_KEYS,
];

/** Keys of the section, for all calls. */
export const API_KEYS: readonly Column[] = [
  ...CALL_KEYS,
  ...SIGN_IN_KEYS,
  ...CONTRACT_KEYS,
  {
    name: 'Names',
    aliases: ['Naming', 'Member names'],
    blank: '`as written`.',
    notShown: '`as written`.',
    about:
      'How names are written in bodies where no shape writes them: `as written`, `snake_case` or `camelCase`. Whole records are then answered without the product’s own members.',
  },
  {
    name: 'CORS',
    aliases: ['Allowed origins', 'Cross-origin'],
    blank: 'None.',
    notShown: 'None.',
    about:
      'The origins whose pages may use the calls, such as `https://app.example`; `*` for all. Their requests are sent without cookies: such pages send a token in a header.',
  },
  {
    name: 'Other calls',
    aliases: ['Assumed calls', 'Unstated calls'],
    blank: '`answered`.',
    notShown: '`answered`.',
    about:
      'Operations that have no call in the table: `answered` under a path of ours (A-CALLS), or `hidden`: only the product’s own pages can use them, and others find nothing there.',
  },
  ...PAGING_KEYS,
  ...CALLER_KEYS,
];

const IF_MATCH = ['required', 'optional', 'not used'] as const;
const UNKNOWN_MEMBERS = ['refused', 'ignored'] as const;
const STATUSES = ['200', '201', '202', '204'] as const;
const EXISTING_STATUSES = ['200', '201', '202'] as const;
const MEDIA_TYPES = ['application/x-ndjson', 'text/csv'] as const;
const OTHER_CALLS = ['answered', 'hidden'] as const;
const NAMES = ['as written', 'snake_case', 'camelCase'] as const;

/** Reads the keys of a call or of the API. A key that is not shown, or whose value is unknown, is reported. */
export function optionsOf(
  reader: Reader,
  keys: readonly KeyValue[],
  columns: readonly Column[],
  about: FindingContext,
): CallOptions {
  const word = <W extends string>(key: string, known: readonly W[]) => wordOf(reader, keys, key, known, columns, about);
  const stated = (key: string) => statedValue(reader, keys, key, columns, about);
  const status = word('Status', STATUSES);
  const existing = word('Existing record', EXISTING_STATUSES);
  return {
    ifMatch: word('If-Match', IF_MATCH),
    unknownMembers: word('Unknown members', UNKNOWN_MEMBERS),
    bodies: bodyFormatsOf(reader, stated, about),
    ...memberRulesOf(reader, stated, about),
    times: word('Times', TIMES),
    decimals: word('Decimals', DECIMALS),
    rateLimit: rateLimitOf(reader, stated, about),
    idempotencyKey: word('Idempotency-Key', IDEMPOTENCY_KEY),
    status: status === null ? null : Number(status),
    existing: existing === null ? null : Number(existing),
    errorBody: bodyOf(reader, statedValue(reader, keys, 'Error body', columns, about), about),
    mediaType: word('Media type', MEDIA_TYPES),
    unknownParameters: word('Unknown parameters', UNKNOWN_MEMBERS),
    ...pagingOf(reader, stated, about),
    ...callersOf(reader, keys, stated, about),
  };
}

/** Reads how names are written. */
export function nameStyleOf(reader: Reader, keys: readonly KeyValue[], about: FindingContext): NameStyle | null {
  return wordOf(reader, keys, 'Names', NAMES, API_KEYS, about);
}

/** Reads whether the calls that are not stated are answered. */
export function otherCallsOf(reader: Reader, keys: readonly KeyValue[], about: FindingContext): Api['otherCalls'] {
  return wordOf(reader, keys, 'Other calls', OTHER_CALLS, API_KEYS, about);
}

/** Reads the origins whose pages may use the calls. */
export function originsOf(reader: Reader, keys: readonly KeyValue[], about: FindingContext): string[] {
  const value = statedValue(reader, keys, 'CORS', API_KEYS, about);
  return value === null ? [] : split(value, ',').flatMap((each) => originOf(reader, codeOf(each) ?? each, about));
}

function originOf(reader: Reader, span: Span, about: FindingContext): string[] {
  const written = words(span);
  if (written === '*') return ['*'];
  if (/^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/i.test(written)) return [written.toLowerCase()];
  const known = '`*`, or origins such as `https://app.example`';
  reader.report(messages.valueUnknown('origin', written, known), span, about);
  return [];
}

/** Returns the value of a key that accepts a few words; null if it is not stated. */
function wordOf<W extends string>(
  reader: Reader,
  keys: readonly KeyValue[],
  key: string,
  known: readonly W[],
  columns: readonly Column[],
  about: FindingContext,
): W | null {
  const value = statedValue(reader, keys, key, columns, about);
  if (value === null) return null;
  const written = words(value).replace(/\.$/, '');
  const word = known.find((one) => one.toLowerCase() === written.toLowerCase()) ?? null;
  if (word === null) reader.report(messages.valueUnknown(key, written, known.join(', ')), value, about);
  return word;
}

/** Returns the last value of a key that is shown; null if there is none. */
export function statedValue(
  reader: Reader,
  keys: readonly KeyValue[],
  key: string,
  columns: readonly Column[],
  about: FindingContext,
): Span | null {
  const values = keys.filter((one) => one.key === key).map(({ value }) => value);
  for (const value of values)
    if (isNotShown(value)) reader.report(messages.notShown(`“${key}”`, effectUntilStated(columns, key)), value, about);
  return values.findLast((value) => !isBlank(value) && !isNotShown(value)) ?? null;
}
