import type { CallOptions } from '../../model/types/call.ts';
import type { Span } from '../markdown/span.ts';
import type { Column, KeyValue } from '../reader/columns.ts';
import { isNotShown, type Reader, references } from '../reader/reader.ts';

/** Keys about who may use a call, for one call and for all. */
export const CALLER_KEYS: readonly Column[] = [
  {
    name: 'Allowed for',
    aliases: ['Callers', 'Allowed roles'],
    blank: 'Whoever point 6 allows to do it.',
    notShown: 'Nobody.',
    about:
      'The roles that may use the call: `Editor, Admin`; or `signed in` or `anyone`. Others are NOT_ALLOWED, guests NOT_SIGNED_IN. It only narrows: point 6 still decides. A call with `where` and `me` is refused to guests unless it is allowed for their role or `anyone`.',
  },
];

/** Reads who may use a call. Not shown: nobody. `stated` returns the value of a key, null if it is not stated. */
export function callersOf(
  reader: Reader,
  keys: readonly KeyValue[],
  stated: (key: string) => Span | null,
): Pick<CallOptions, 'allowedFor'> {
  const value = stated('Allowed for');
  if (value !== null) return { allowedFor: references(reader, value) };
  const isUnknown = keys.some((one) => one.key === 'Allowed for' && isNotShown(one.value));
  return { allowedFor: isUnknown ? [] : null };
}
