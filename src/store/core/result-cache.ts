/**
 * Results of queries that take long, each valid while it is current. Requests for a result that is being computed wait
 * for it, and if it is outdated by then, they share the next one. The oldest entry is evicted first.
 */
export interface ResultCache<T> {
  /** Returns the cached result if it is current, else a new one. */
  readonly get: (key: string, isCurrent: (result: T) => boolean, compute: () => Promise<T>) => Promise<T>;
}

/** `isSmall`: whether a result may be cached. */
export function createResultCache<T>(maxEntries: number, isSmall: (result: T) => boolean = () => true): ResultCache<T> {
  const entries = new Map<string, Promise<T>>();
  return {
    get: async (key, isCurrent, compute) => {
      const earlier = entries.get(key);
      if (earlier !== undefined) {
        const result = await earlier.then(
          (value) => ({ value }),
          () => null,
        );
        if (result !== null && isCurrent(result.value)) return result.value;
        // Another request began to compute it after this call, so it contains everything that was written before the call.
        const newer = entries.get(key);
        if (newer !== undefined && newer !== earlier) return newer;
      }
      const computed = compute();
      entries.delete(key);
      entries.set(key, computed);
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break;
        entries.delete(oldest);
      }
      const forget = (): void => {
        if (entries.get(key) === computed) entries.delete(key);
      };
      computed.then((result) => isSmall(result) || forget(), forget);
      return computed;
    },
  };
}
