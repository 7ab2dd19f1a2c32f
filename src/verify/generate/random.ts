/** A repeatable random source: the same seed always gives the same choices. */
export interface Random {
  /** Returns a number from 0 up to, but not including, `count`. */
  readonly below: (count: number) => number;
  readonly chance: (of: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  /** Returns this many different items in random order. */
  readonly some: <T>(from: readonly T[], count: number) => readonly T[];
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[below(from.length)];
    if (found === undefined) throw new Error('There is nothing to pick from.');
    return found;
  };
  const some = <T>(from: readonly T[], count: number): readonly T[] => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)).flat();
  };
  return { below, chance: (of) => next() < of, pick, some };
}
