import type { Linear, TermTable } from './terms.ts';

/** `Σ coefficient · term ≤ bound`, divided by the common divisor of the coefficients. */
interface Bounded {
  readonly terms: readonly (readonly [string, bigint])[];
  readonly bound: bigint;
}

interface Order {
  readonly form: Linear;
  readonly strict: boolean;
}

/**
 * Returns false only if no numbers satisfy all constraints: each form of `orders` is at most 0 (below 0 if strict), and
 * no form of `apart` is 0. Differences of two terms are decided exactly; longer sums are judged by the bounds of their
 * terms.
 */
export function areConstraintsSatisfiable(orders: readonly Order[], apart: readonly Linear[], all: TermTable): boolean {
  const bounded = orders.map((order) => boundedOf(order, all));
  const names = [
    ...new Set([...orders, ...apart.map((form) => ({ form }))].flatMap(({ form }) => [...form.terms.keys()])),
  ];
  const limits = new Limits(names);
  for (const { terms, bound } of bounded) limits.add(terms, bound);
  if (!limits.close()) return false;
  if (bounded.some(({ terms, bound }) => isMore(limits.least(terms), bound))) return false;
  return apart.every((form) => !isZero(form, limits));
}

function isMore(least: bigint | null, bound: bigint): boolean {
  return least !== null && least > bound;
}

/** Whether the form can only be 0. */
function isZero(form: Linear, limits: Limits): boolean {
  const terms = [...form.terms];
  const [least, most] = [limits.least(terms), limits.least(terms.map(([name, count]) => [name, -count]))];
  return least !== null && most !== null && least === -form.constant && most === form.constant;
}

/** Divides by the common divisor of the coefficients, and tightens the bound to a multiple of the terms' grain. */
function boundedOf({ form, strict }: Order, all: TermTable): Bounded {
  const shared = [...form.terms.values()].reduce((divisor, count) => gcd(divisor, count), 0n);
  const divisor = shared === 0n ? 1n : shared;
  const terms = [...form.terms].map(([name, count]) => [name, count / divisor] as const);
  const grains = terms.map(([name]) => all.terms.get(name)?.grain ?? 0n);
  const bound = -form.constant;
  if (grains.includes(0n)) return { terms, bound: -floorDivide(-bound, divisor) };
  const grain = grains.reduce((one, other) => gcd(one, other), 0n);
  const step = grain === 0n ? 1n : grain;
  const whole = floorDivide(strict ? bound - 1n : bound, divisor);
  return { terms, bound: floorDivide(whole, step) * step };
}

function floorDivide(one: bigint, by: bigint): bigint {
  const quotient = one / by;
  return one % by !== 0n && one < 0n ? quotient - 1n : quotient;
}

function gcd(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/**
 * Upper bounds for differences of two terms. Index 0 stands for the number 0, so bounds of one term are differences
 * too.
 */
class Limits {
  readonly #index: ReadonlyMap<string, number>;
  readonly #most: (bigint | null)[][];

  constructor(names: readonly string[]) {
    this.#index = new Map(names.map((name, index) => [name, index + 1]));
    const size = names.length + 1;
    this.#most = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) => (row === column ? 0n : null)),
    );
  }

  /** Records a constraint if it is a difference of two terms, or a bound of one. */
  add(terms: Bounded['terms'], bound: bigint): void {
    const [up, ...moreUp] = terms.filter(([, count]) => count === 1n);
    const [down, ...moreDown] = terms.filter(([, count]) => count === -1n);
    const simple =
      moreUp.length === 0 && moreDown.length === 0 && terms.every(([, count]) => count === 1n || count === -1n);
    if (!simple || terms.length === 0) return;
    this.#lower(this.#at(up?.[0]), this.#at(down?.[0]), bound);
  }

  /**
   * Propagates bounds along chains of differences. Returns false if a chain returns to its start with a negative sum.
   */
  close(): boolean {
    const size = this.#most.length;
    for (let through = 0; through < size; through += 1) {
      for (let from = 0; from < size; from += 1) {
        for (let to = 0; to < size; to += 1) {
          const [one, other] = [this.#most[from]?.[through] ?? null, this.#most[through]?.[to] ?? null];
          if (one !== null && other !== null) this.#lower(from, to, one + other);
        }
      }
    }
    return this.#most.every((row, index) => (row[index] ?? 0n) >= 0n);
  }

  /** Returns the lower bound of a sum; null if it is unbounded. */
  least(terms: Bounded['terms']): bigint | null {
    const [one, other] = terms;
    if (
      one !== undefined &&
      other !== undefined &&
      terms.length === 2 &&
      one[1] === -other[1] &&
      (one[1] === 1n || one[1] === -1n)
    ) {
      const [up, down] = one[1] === 1n ? [one[0], other[0]] : [other[0], one[0]];
      const most = this.#most[this.#at(down)]?.[this.#at(up)] ?? null;
      if (most !== null) return -most;
    }
    let sum = 0n;
    for (const [name, count] of terms) {
      const bound = count > 0n ? this.#most[0]?.[this.#at(name)] : this.#most[this.#at(name)]?.[0];
      if (bound === null || bound === undefined) return null;
      sum += count > 0n ? -bound * count : bound * count;
    }
    return sum;
  }

  #at(name: string | undefined): number {
    return name === undefined ? 0 : (this.#index.get(name) ?? 0);
  }

  #lower(from: number, to: number, bound: bigint): void {
    const row = this.#most[from];
    if (row === undefined) return;
    const known = row[to] ?? null;
    if (known === null || bound < known) row[to] = bound;
  }
}
