import type { CallOptions, RequestRate } from '../../model/types/call.ts';
import { limitValue } from '../limits/limit-values.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { Column } from '../reader/columns.ts';
import { type FindingContext, type Reader, words } from '../reader/reader.ts';

/** Keys about how often calls may be requested, and about requests that are repeated. */
export const REQUEST_KEYS: readonly Column[] = [
  {
    name: 'Rate limit',
    aliases: ['Rate', 'Throttle'],
    blank: 'That of point 9 alone.',
    notShown: 'As if blank.',
    about:
      'How many requests one person, or one address of guests, may send: `60 per minute`, or `second`, `hour`, `day`. Calls with a limit of their own count there alone, all others together; the product’s own pages count too. More are TOO_MANY_REQUESTS with `Retry-After`; point 9 holds besides.',
  },
  {
    name: 'Idempotency-Key',
    aliases: ['Idempotency'],
    blank: '`optional`.',
    notShown: '`optional`.',
    about:
      'Whether a writing call sends a key, with which a repeated request is carried out once: `required` (400 without it), `optional` or `not used` (ignored).',
  },
];

export const IDEMPOTENCY_KEY = ['required', 'optional', 'not used'] as const;

/** Reads how often a call may be requested. `stated` returns the value of a key, null if it is not stated. */
export function rateLimitOf(
  reader: Reader,
  stated: (key: string) => Span | null,
  about: FindingContext,
): CallOptions['rateLimit'] {
  const value = stated('Rate limit');
  if (value === null) return null;
  const written = words(value).replace(/\.$/, '').trim();
  const { value: count = null, per = null } = limitValue('requests', written.toLowerCase()) ?? {};
  if (count !== null && count >= 1 && per !== null) return { count, per };
  reader.report(messages.valueUnknown('Rate limit', written, 'such as `60 per minute`'), value, about);
  return null;
}

/** Returns a rate as its key states it. */
export const printRate = ({ count, per }: RequestRate): string => `${count} per ${per}`;
