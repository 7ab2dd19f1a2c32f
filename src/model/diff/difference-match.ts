/** One thing before and after; null where it is there on one side only. */
export type Pair<T> =
  | { readonly old: T; readonly now: T }
  | { readonly old: T; readonly now: null }
  | { readonly old: null; readonly now: T };

/**
 * Things that are the same by the first key that finds a partner, each at most once; keys may be asked with several
 * meanings, the strictest first. In the order of `now`, then those that are gone.
 */
export function matched<T extends object>(
  old: readonly T[],
  now: readonly T[],
  keys: readonly ((each: T) => string)[],
): readonly Pair<T>[] {
  const partner = new Map<T, T>();
  const left = new Set(old);
  for (const key of keys) {
    const open = Map.groupBy(left, key);
    for (const each of now) {
      if (partner.has(each)) continue;
      const found = open.get(key(each))?.shift();
      if (found === undefined) continue;
      partner.set(each, found);
      left.delete(found);
    }
  }
  const pairs = now.map((each): Pair<T> => {
    const former = partner.get(each);
    return former === undefined ? { old: null, now: each } : { old: former, now: each };
  });
  return [...pairs, ...[...left].map((each): Pair<T> => ({ old: each, now: null }))];
}

/** What carried an element before: the one of its name; else the first of a former name that nothing carries now. */
export function formerly<T extends { readonly name: string }>(
  element: { readonly name: string; readonly was: readonly string[] },
  there: readonly T[],
  isTaken: (name: string) => boolean,
): T | null {
  const names = [element.name, ...element.was.filter((name) => !isTaken(name))];
  for (const name of names) {
    const found = there.find((each) => each.name === name);
    if (found !== undefined) return found;
  }
  return null;
}
