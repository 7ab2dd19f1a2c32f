import type { ParsedPattern, PatternTree } from './pattern-tree.ts';

/** An automaton with a state for each place where a character is taken, and the places that may come next. */
interface Automaton {
  readonly sets: bigint[];
  readonly next: number[][];
}

const MOST_STATES = 200;
const MOST_STEPS = 100_000;

/**
 * A text that a pattern can run through in two ways and then stand where it stood before, so that each repetition of it
 * doubles the work of finding out that there is no match. Null where there is none, or where it would take long to tell.
 */
export function ambiguityOf({ tree, sample }: ParsedPattern): string | null {
  const automaton: Automaton = { sets: [], next: [] };
  if (build(tree, automaton) === null) return null;
  const effort = { left: MOST_STEPS };
  const reach = automaton.next.map((_, state) => reachedFrom(state, automaton, effort));
  for (const state of automaton.sets.keys()) {
    if (effort.left <= 0) return null;
    if (reach[state]?.has(state) !== true) continue;
    const within = new Set([...(reach[state] ?? [])].filter((other) => reach[other]?.has(state) === true));
    const loop = loopAt(state, within, automaton, effort);
    if (loop !== null) return loop.map((bits) => pick(bits, sample)).join('');
  }
  return null;
}

interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

/** Null where the automaton would be too large. */
function build(tree: PatternTree, automaton: Automaton): Ends | null {
  switch (tree.t) {
    case 'set': {
      const state = automaton.sets.push(tree.bits) - 1;
      automaton.next.push([]);
      return state >= MOST_STATES ? null : { first: [state], last: [state], empty: false };
    }
    case 'either':
      return eitherOf(tree.of.map((way) => build(way, automaton)));
    case 'sequence':
      return inRow(
        tree.of.map((part) => () => build(part, automaton)),
        automaton,
      );
    case 'repeat':
      return repeated(tree, automaton);
  }
}

function eitherOf(ways: readonly (Ends | null)[]): Ends | null {
  const known = ways.filter((way) => way !== null);
  if (known.length < ways.length) return null;
  return {
    first: known.flatMap(({ first }) => first),
    last: known.flatMap(({ last }) => last),
    empty: known.some(({ empty }) => empty),
  };
}

function inRow(parts: readonly (() => Ends | null)[], automaton: Automaton): Ends | null {
  let all: Ends = { first: [], last: [], empty: true };
  for (const part of parts) {
    const next = part();
    if (next === null) return null;
    link(all.last, next.first, automaton);
    all = {
      first: all.empty ? [...all.first, ...next.first] : all.first,
      last: next.empty ? [...all.last, ...next.last] : next.last,
      empty: all.empty && next.empty,
    };
  }
  return all;
}

/** Written out as often as it stands: `a{2,4}` is `aa(a(a)?)?`, `a{2,}` is `aaa*`. */
function repeated({ of, min, max }: Extract<PatternTree, { t: 'repeat' }>, automaton: Automaton): Ends | null {
  const again = () => {
    const ends = build(of, automaton);
    if (ends !== null) link(ends.last, ends.first, automaton);
    return ends;
  };
  const once = () => build(of, automaton);
  const maybe = (make: () => Ends | null) => () => {
    const ends = make();
    return ends && { ...ends, empty: true };
  };
  if (max === Number.POSITIVE_INFINITY) {
    const ends = inRow(
      [...Array.from({ length: Math.max(0, min - 1) }, () => once), min === 0 ? maybe(again) : again],
      automaton,
    );
    return ends;
  }
  if (max > MOST_STATES) return null;
  let rest: () => Ends | null = () => ({ first: [], last: [], empty: true });
  for (let count = min; count < max; count += 1) {
    const inner = rest;
    rest = maybe(() => inRow([once, inner], automaton));
  }
  return inRow([...Array.from({ length: min }, () => once), rest], automaton);
}

function link(from: readonly number[], to: readonly number[], { next }: Automaton): void {
  for (const state of from) next[state]?.push(...to);
}

function reachedFrom(start: number, { next }: Automaton, effort: { left: number }): Set<number> {
  const reached = new Set<number>();
  const open = [...(next[start] ?? [])];
  for (let state = open.pop(); state !== undefined && effort.left > 0; state = open.pop()) {
    effort.left -= 1;
    if (reached.has(state)) continue;
    reached.add(state);
    open.push(...(next[state] ?? []));
  }
  return reached;
}

interface Pair {
  readonly one: number;
  readonly other: number;
  /** The two ways have parted since the start. */
  readonly parted: boolean;
  readonly before: Pair | null;
  readonly bits: bigint;
}

/** The sets of characters along two ways that part and both lead back to a state; null where there are none. */
function loopAt(
  start: number,
  within: ReadonlySet<number>,
  { sets, next }: Automaton,
  effort: { left: number },
): bigint[] | null {
  const seen = new Set<string>();
  let open: Pair[] = [{ one: start, other: start, parted: false, before: null, bits: 0n }];
  while (open.length > 0) {
    const after: Pair[] = [];
    for (const pair of open) {
      const others = next[pair.other] ?? [];
      for (const [index, one] of (next[pair.one] ?? []).entries()) {
        for (const [place, other] of others.entries()) {
          effort.left -= 1;
          if (effort.left <= 0) return null;
          const bits = (sets[one] ?? 0n) & (sets[other] ?? 0n);
          if (bits === 0n || !within.has(one) || !within.has(other)) continue;
          // Two ways to the same place are two ways as well, as in (a*)*.
          const twofold = pair.one === pair.other && one === other && index !== place;
          const parted = pair.parted || one !== other || twofold;
          const found: Pair = { one, other, parted, before: pair, bits };
          if (parted && one === start && other === start) return along(found);
          const key = `${one} ${other} ${parted}`;
          if (seen.has(key)) continue;
          seen.add(key);
          after.push(found);
        }
      }
    }
    open = after;
  }
  return null;
}

function along(pair: Pair): bigint[] {
  const sets: bigint[] = [];
  for (let step: Pair | null = pair; step !== null && step.before !== null; step = step.before) sets.unshift(step.bits);
  return sets;
}

/** A letter where there is one. */
function pick(bits: bigint, sample: readonly string[]): string {
  const chars = sample.filter((_, index) => (bits >> BigInt(index)) & 1n);
  return chars.find((char) => /[a-z]/.test(char)) ?? chars.find((char) => /[A-Z0-9]/.test(char)) ?? chars[0] ?? '';
}
