import type { Api, Call, Limit } from '../../model/types/model.ts';
import type { Rate, TokenBuckets } from '../../store/core/request-counts.ts';

/** Counts a request. Returns null if it is allowed, else the seconds after which to try again. */
export type RateLimit = (key: string, limit: Rate, now: number) => Promise<number | null> | number | null;

interface Bucket {
  tokens: number;
  at: number;
  /** The value of `turns` when this bucket was last moved to the end. */
  turn: number;
}

const intervals = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const mostBuckets = 20_000;
/**
 * A bucket moves to the end of the map only after this many others did. Moving it at each request would make V8 rebuild
 * the map again and again, and the chain of old maps is not collected for a long time.
 */
const reorderAfter = 1_000;

/** The limit if the document does not show one: an unknown limit must not mean no limit. */
const DEFAULT_RATE: Rate = { count: 600, ms: intervals.minute };

/** Returns the request limit that is in force. */
export function rateOf(limits: readonly Limit[]): Rate {
  const limit = limits.find((each) => each.name === 'requests');
  if (limit === undefined || limit.value === null || limit.value <= 0) return DEFAULT_RATE;
  return { count: limit.value, ms: intervals[limit.per ?? 'minute'] };
}

/** Returns the limit of a call and the bucket in which its requests count; null if the document states none for it. */
export function rateOfCall({ id, options }: Call, { options: all }: Api): { name: string; rate: Rate } | null {
  const { rateLimit } = options;
  const limit = rateLimit ?? all.rateLimit;
  if (limit === null) return null;
  // Calls without a limit of their own share one bucket.
  return { name: rateLimit === null ? 'calls' : id, rate: { count: limit.count, ms: intervals[limit.per] } };
}

/**
 * Creates the rate limit: a token bucket per key, which holds one interval's requests and refills evenly. The buckets
 * are in the database if several servers share it.
 */
export const createRateLimitFor = (counting: TokenBuckets | null): RateLimit =>
  counting === null ? createRateLimit() : sharedRateLimit(counting);

/** Creates a rate limit in memory. A restart resets all buckets. */
export function createRateLimit(): (key: string, limit: Rate, now: number) => number | null {
  const buckets = new Map<string, Bucket>();
  let turns = 0;
  const putLast = (key: string, bucket: Bucket): void => {
    turns += 1;
    bucket.turn = turns;
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > mostBuckets) dropOldest(buckets);
  };
  return (key, { count, ms }, now) => {
    const bucket = buckets.get(key) ?? { tokens: count, at: now, turn: Number.NEGATIVE_INFINITY };
    const elapsed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(count, bucket.tokens + (elapsed * count) / ms);
    bucket.at = now;
    if (turns - bucket.turn >= reorderAfter) putLast(key, bucket);
    if (bucket.tokens < 1) return secondsUntilOne(bucket.tokens, { count, ms });
    bucket.tokens -= 1;
    return null;
  };
}

/**
 * Tokens that were taken from the shared bucket in one batch, and the time until which they, or a refusal, are valid.
 */
interface LocalTokens {
  tokens: number;
  readonly until: number;
  readonly refused: boolean;
}

/** A batch is a fiftieth of an interval's requests. Tokens that are not used within a second are returned. */
const BATCHES_PER_INTERVAL = 50;
const LOCAL_TOKENS_MS = 1_000;

/**
 * Creates a rate limit over shared buckets. It never allows more requests than one bucket would, over any number of
 * servers; it may allow fewer by the tokens that other servers hold.
 */
export function sharedRateLimit({ take }: TokenBuckets): RateLimit {
  const localTokens = new Map<string, LocalTokens>();
  const requests = new Map<string, Promise<void>>();
  const requestTokens = async (key: string, rate: Rate, now: number): Promise<void> => {
    const unused = localTokens.get(key)?.tokens ?? 0;
    localTokens.delete(key);
    const wanted = Math.max(1, Math.floor(rate.count / BATCHES_PER_INTERVAL));
    const { taken, left } = await take(key, rate, { wanted, unused }, now);
    const until = taken > 0 ? now + LOCAL_TOKENS_MS : now + ((1 - left) * rate.ms) / rate.count;
    localTokens.set(key, { tokens: taken, until, refused: taken === 0 });
    if (localTokens.size > mostBuckets) dropOldest(localTokens);
  };
  return async (key, rate, now) => {
    for (;;) {
      const local = localTokens.get(key);
      if (local !== undefined && now < local.until) {
        if (local.refused) return Math.max(1, Math.ceil((local.until - now) / 1_000));
        if (local.tokens >= 1) {
          local.tokens -= 1;
          return null;
        }
      }
      const request = requests.get(key) ?? requestTokens(key, rate, now).finally(() => requests.delete(key));
      requests.set(key, request);
      await request;
    }
  };
}

const secondsUntilOne = (tokens: number, { count, ms }: Rate): number =>
  Math.max(1, Math.ceil(((1 - tokens) * ms) / count / 1_000));

function dropOldest(buckets: Map<string, unknown>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
