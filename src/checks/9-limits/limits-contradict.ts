import type { Limit, LimitName } from '../../model/types/model.ts';
import { timeWords } from '../bounds.ts';
import { defineCheck, type Finding } from '../check.ts';

interface Pair {
  readonly less: LimitName;
  readonly more: LimitName;
  readonly says: (less: string, more: string) => string;
  readonly next: string;
}

const PAIRS: readonly Pair[] = [
  {
    less: 'page size',
    more: 'largest page',
    says: (less, more) => `A page has ${less} records, and nobody may ask for more than ${more}`,
    next: 'Make the page size smaller, or the largest page larger.',
  },
  {
    less: 'timeout',
    more: 'session',
    says: (less, more) => `An answer is waited for ${less}, and the session is over after ${more}`,
    next: 'Make the timeout shorter, or the session longer.',
  },
  {
    less: 'refresh',
    more: 'session',
    says: (less, more) =>
      `Screens fetch anew every ${less}, and the session is over after ${more}, so that they never do`,
    next: 'Let screens fetch anew more often, or make the session longer.',
  },
  {
    less: 'search delay',
    more: 'refresh',
    says: (less, more) =>
      `The search begins ${less} after typing, and screens fetch anew every ${more}, before it could`,
    next: 'Make the search delay shorter; 300 ms is usual.',
  },
];

export const check = defineCheck({
  code: 'limits-contradict',
  point: 9,
  severity: 'warning',
  about: 'Two limits of which one undoes the other.',
  *find({ model }) {
    const limits = new Map(model.limits.map((limit) => [limit.name, limit] as const));
    for (const { less, more, says, next } of PAIRS) {
      const [one, other] = [limits.get(less), limits.get(more)];
      if (!isKnown(one) || !isKnown(other) || one.value <= other.value || isAssumed(one, other)) continue;
      yield at(one, other, `${says(words(one), words(other))}.`, next);
    }
    const [retries, timeout, session] = [limits.get('retries'), limits.get('timeout'), limits.get('session')];
    if (!isKnown(retries) || !isKnown(timeout) || !isKnown(session) || isAssumed(retries, timeout, session)) return;
    const all = timeout.value * (retries.value + 1);
    if (timeout.value > session.value || all <= session.value) return;
    const text = `A request is sent ${retries.value + 1} times and waited for ${timeWords(timeout.value)} each, ${timeWords(all)} in all; by then the session of ${timeWords(session.value)} is over.`;
    yield at(retries, session, text, 'Wait less long, send fewer times, or make the session longer.');
  },
});

type Known = Limit & { readonly value: number };

function isKnown(limit: Limit | undefined): limit is Known {
  return limit !== undefined && limit.value !== null;
}

function isAssumed(...limits: readonly Limit[]): boolean {
  return limits.every(({ standing }) => standing !== 'stated');
}

function words({ name, value }: Known): string {
  return name === 'page size' || name === 'largest page' ? String(value) : timeWords(value);
}

function at(one: Limit, other: Limit, message: string, next: string): Finding {
  const [first, second] = one.at === null ? [other, one] : [one, other];
  return { element: first.id, at: first.at, also: [second.at], message, next };
}
