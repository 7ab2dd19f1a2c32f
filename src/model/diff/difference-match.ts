/** One element before and after; null on one side if it was added or removed. */
export type Pair<T> =
  | { readonly old: T; readonly now: T }
  | { readonly old: T; readonly now: null }
  | { readonly old: null; readonly now: T };

/**
 * Pairs elements by the first key with a match, each element at most once. Pass several keys from the strictest to the
 * loosest. Returns the pairs in the order of `now`, then the removed elements.
 */
export function pairElements<T extends object>(
  old: readonly T[],
  now: readonly T[],
  keys: readonly ((each: T) => string)[],
): readonly Pair<T>[] {
  const partner = new Map<T, T>();
  const unpaired = new Set(old);
  for (const key of keys) {
    const byKey = Map.groupBy(unpaired, key);
    for (const each of now) {
      if (partner.has(each)) continue;
      const partnerOf = byKey.get(key(each))?.shift();
      if (partnerOf === undefined) continue;
      partner.set(each, partnerOf);
      unpaired.delete(partnerOf);
    }
  }
  const pairs = now.map((each): Pair<T> => {
    const former = partner.get(each);
    return former === undefined ? { old: null, now: each } : { old: former, now: each };
  });
  return [...pairs, ...[...unpaired].map((each): Pair<T> => ({ old: each, now: null }))];
}

/**
 * Returns the old element of a new one: the one with its name, otherwise the first with a former name that no new
 * element has. Null if there is none.
 */
export function previousVersionOf<T extends { readonly name: string }>(
  element: { readonly name: string; readonly was: readonly string[] },
  candidates: readonly T[],
  isTaken: (name: string) => boolean,
): T | null {
  const names = [element.name, ...element.was.filter((name) => !isTaken(name))];
  for (const name of names) {
    const candidate = candidates.find((each) => each.name === name);
    if (candidate !== undefined) return candidate;
  }
  return null;
}
