/** Returns the name most similar to the written one; null if none is similar enough. */
export function nearest(written: string, names: Iterable<string>): string | null {
  const wanted = written.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const small = name.toLowerCase();
    const distance = small === wanted ? 0 : editDistance(wanted, small, least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Returns the edit distance of two texts, at most `limit`. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  let next = row.slice();
  for (let i = 1; i <= one.length; i++) {
    // Positions more than `limit` apart need at least that many changes.
    const [from, to] = [Math.max(1, i - limit), Math.min(other.length, i + limit)];
    let least = i < limit ? i : limit;
    next[from - 1] = from === 1 ? i : limit;
    for (let j = from; j <= to; j++) {
      const replaced = (row[j - 1] ?? limit) + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1);
      const changes = Math.min(replaced, (row[j] ?? limit) + 1, (next[j - 1] ?? limit) + 1);
      next[j] = changes;
      if (changes < least) least = changes;
    }
    if (to < other.length) next[to + 1] = limit;
    if (least >= limit) return limit;
    [row, next] = [next, row];
  }
  return Math.min(limit, row[other.length] ?? limit);
}
