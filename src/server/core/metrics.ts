/** Counts and durations of requests, in the text format of Prometheus. */
export interface Metrics {
  readonly record: (method: string, status: number, ms: number) => void;
  /** Returns all metrics as text. `gauges`: current values by name. */
  readonly text: (gauges: Readonly<Record<string, number>>) => string;
}

const BUCKETS_MS: readonly number[] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics(): Metrics {
  const counts = new Map<string, number>();
  const buckets = BUCKETS_MS.map(() => 0);
  const total = { count: 0, ms: 0 };
  return {
    record: (method, status, ms) => {
      // Clients can send any method. Unknown methods share one counter, so that the number of counters stays bounded.
      const key = `method="${METHODS.has(method) ? method : 'OTHER'}",status="${status}"`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      total.count += 1;
      total.ms += ms;
      const first = BUCKETS_MS.findIndex((bound) => ms <= bound);
      if (first >= 0) buckets[first] = (buckets[first] ?? 0) + 1;
    },
    text: (gauges) =>
      [
        '# TYPE ninefold_requests_total counter',
        ...[...counts].map(([key, count]) => `ninefold_requests_total{${key}} ${count}`),
        '# TYPE ninefold_request_seconds histogram',
        ...cumulative(buckets).map(
          (count, index) => `ninefold_request_seconds_bucket{le="${(BUCKETS_MS[index] ?? 0) / 1_000}"} ${count}`,
        ),
        `ninefold_request_seconds_bucket{le="+Inf"} ${total.count}`,
        `ninefold_request_seconds_sum ${total.ms / 1_000}`,
        `ninefold_request_seconds_count ${total.count}`,
        ...Object.entries(gauges).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
        '',
      ].join('\n'),
  };
}

function cumulative(numbers: readonly number[]): number[] {
  let sum = 0;
  return numbers.map((each) => {
    sum += each;
    return sum;
  });
}
