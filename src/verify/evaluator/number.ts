/** An exact fraction in lowest terms, with a positive denominator. */
export interface Fraction {
  readonly p: bigint;
  readonly q: bigint;
}

export function fraction(p: bigint, q: bigint): Fraction {
  const sign = q < 0n ? -1n : 1n;
  const by = sign * (divisor(p < 0n ? -p : p, q < 0n ? -q : q) || 1n);
  return { p: p / by, q: q / by };
}

/** Parses `12.50`; null if the text is not a plain decimal number. */
export function fractionOf(text: string): Fraction | null {
  const found = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (found === null) return null;
  const digits = found[3] ?? '';
  const p = BigInt((found[2] ?? '') + digits);
  return fraction(found[1] === '-' ? -p : p, 10n ** BigInt(digits.length));
}

export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.p * b.q + b.p * a.q, a.q * b.q);
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.p * b.q - b.p * a.q, a.q * b.q);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.p * b.p, a.q * b.q);
export const dividedBy = (a: Fraction, b: Fraction): Fraction | undefined =>
  b.p === 0n ? undefined : fraction(a.p * b.q, a.q * b.p);

/** Returns a negative number, zero or a positive number if `a` is less than, equal to or greater than `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.p * b.q - b.p * a.q;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Converts to units of 10⁻ˢ, rounding half away from zero. */
export function unitsOf({ p, q }: Fraction, scale: number): bigint {
  const lifted = (p < 0n ? -p : p) * 10n ** BigInt(scale);
  const rounded = (2n * lifted + q) / (2n * q);
  return p < 0n ? -rounded : rounded;
}

/** Formats 8990 at scale 2 as `89.90`. */
export function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}
