import type { Limit, LimitName } from '../../model/types/model.ts';
import { timeWords } from '../lookups/bound-values.ts';
import { defineCheck, type Finding } from '../runner/check.ts';

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
    says: (less, more) => `The page size is ${less}, but the largest page is ${more}`,
    next: 'Lower the page size, or raise the largest page.',
  },
  {
    less: 'timeout',
    more: 'session',
    says: (less, more) => `The timeout is ${less}, but the session ends after ${more}`,
    next: 'Make the timeout shorter, or the session longer.',
  },
  {
    less: 'refresh',
    more: 'session',
    says: (less, more) => `Screens refresh every ${less}, but the session ends after ${more}, so they never do`,
    next: 'Refresh more often, or make the session longer.',
  },
  {
    less: 'search delay',
    more: 'refresh',
    says: (less, more) =>
      `The search starts ${less} after typing, but screens refresh every ${more}, before it can start`,
    next: 'Make the search delay shorter; 300 ms is usual.',
  },
];

export const check = defineCheck({
  code: 'limits-contradict',
  point: 9,
  severity: 'warning',
  about: 'Two limits that contradict each other.',
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
    const text = `A request is sent ${retries.value + 1} times with a timeout of ${timeWords(timeout.value)} each, ${timeWords(all)} in total, but the session ends after ${timeWords(session.value)}.`;
    yield at(retries, session, text, 'Lower the timeout or the retries, or make the session longer.');
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
