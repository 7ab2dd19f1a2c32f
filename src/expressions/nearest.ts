/** The name most like the one written, or null where none is near enough to be meant. */
export function nearest(written: string, names: Iterable<string>): string | null {
  const wanted = written.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    const distance = name.toLowerCase() === wanted ? 0 : editDistance(wanted, name.toLowerCase(), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Insertions, deletions and replacements between two texts; gives up at `limit`. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(limit, row[other.length] ?? limit);
}
