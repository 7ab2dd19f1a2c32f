import { REFUSAL_STEPS } from '../../model/lookups/call-refusals.ts';
import type { CallOptions, RefusalStep } from '../../model/types/call.ts';
import { type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import type { Column, KeyValue } from '../reader/columns.ts';
import { type FindingContext, isBlank, isNotShown, type Reader, references, words } from '../reader/reader.ts';

/** Keys about who may use a call, for one call and for all. */
export const CALLER_KEYS: readonly Column[] = [
  {
    name: 'Allowed for',
    aliases: ['Callers', 'Allowed roles'],
    blank: 'Whoever point 6 allows to do it.',
    notShown: 'Nobody.',
    about:
      'The roles that may use the call: `Editor, Admin`; or `signed in` or `anyone`. Others are NOT_ALLOWED, guests NOT_SIGNED_IN. It only narrows: point 6 still decides; but `anyone` lets guests `sign out`. A call with `where` and `me` is refused to guests that it does not name.',
  },
  {
    name: 'Order of refusals',
    aliases: ['Refusals'],
    blank: '`signed in, allowed, found, version, state, body, rules`.',
    notShown: 'As if blank.',
    about:
      'The order in which writing calls are refused; other words follow in the usual order. The state comes before permissions only for whoever may read it. Hidden records stay not found.',
  },
];

/** Reads who may use a call. Not shown: nobody. `stated` returns the value of a key, null if it is not stated. */
export function callersOf(
  reader: Reader,
  keys: readonly KeyValue[],
  stated: (key: string) => Span | null,
  about: FindingContext,
): Pick<CallOptions, 'allowedFor' | 'refusals'> {
  const value = stated('Allowed for');
  const isUnknown = keys.some((one) => one.key === 'Allowed for' && isNotShown(one.value));
  const unknown = isUnknown ? [] : null;
  const order = stated('Order of refusals');
  return {
    allowedFor: value === null ? unknown : references(reader, value),
    refusals: order === null ? null : orderOf(reader, order, about),
  };
}

/** Reads an order of refusals. If a word is unknown or repeated, the whole order is not read. */
function orderOf(reader: Reader, value: Span, about: FindingContext): readonly RefusalStep[] | null {
  const written = split(value, ',').filter((each) => !isBlank(each));
  const steps: RefusalStep[] = [];
  for (const each of written) {
    const word = words(each).replace(/\.$/, '').toLowerCase();
    const step = REFUSAL_STEPS.find((known) => known === word);
    if (step === undefined || steps.includes(step)) {
      reader.report(messages.valueUnknown('Order of refusals', words(each), REFUSAL_STEPS.join(', ')), each, about);
      return null;
    }
    steps.push(step);
  }
  return steps;
}
