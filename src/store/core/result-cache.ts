/**
 * Results of queries that take long, each valid while it is current. Requests for a result that is being computed wait
 * for it. The oldest entry is evicted first.
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
      for (let known = entries.get(key); known !== undefined; ) {
        const result = await known.then(
          (value) => ({ value }),
          () => null,
        );
        if (result !== null && isCurrent(result.value)) return result.value;
        // Another request may have begun to compute it again meanwhile.
        const newer = entries.get(key);
        if (newer === known) break;
        known = newer;
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
