import type { Limit } from '../model/model.ts';

/** Counts requests: null lets one through, a number says after how many seconds to try again. */
export type RateLimit = (key: string, limit: Rate, now: number) => number | null;

/** So many requests in so many milliseconds. */
export interface Rate {
  readonly count: number;
  readonly ms: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const intervals = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const mostBuckets = 20_000;

/** What holds where the number of requests is not shown: a limit that nobody knows is no leave to go without one. */
const unstated: Rate = { count: 600, ms: intervals.minute };

/** The limit of requests that is in force. */
export function rateOf(limits: readonly Limit[]): Rate {
  const limit = limits.find((each) => each.name === 'requests');
  if (limit === undefined || limit.value === null || limit.value <= 0) return unstated;
  return { count: limit.value, ms: intervals[limit.per ?? 'minute'] };
}

/** One bucket a key: it holds a whole interval's requests and fills evenly. */
export function createRateLimit(): RateLimit {
  const buckets = new Map<string, Bucket>();
  return (key, { count, ms }, now) => {
    const bucket = buckets.get(key) ?? { tokens: count, at: now };
    const elapsed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(count, bucket.tokens + (elapsed * count) / ms);
    bucket.at = now;
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > mostBuckets) dropOldest(buckets);
    if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) * ms) / count / 1_000));
    bucket.tokens -= 1;
    return null;
  };
}

function dropOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
