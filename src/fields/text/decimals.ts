export { fromUnits, MAX_DIGITS, MAX_UNITS, toUnits } from './decimal-text.ts';

/** Converts a number to another scale, rounding half away from zero; null if it gets too large. */
export function rescale(units: number, from: number, to: number): number | null {
  if (from === to) return safe(units);
  if (to > from) return safeBig(BigInt(units) * 10n ** BigInt(to - from));
  return safeBig(divideRounded(BigInt(units), 10n ** BigInt(from - to)));
}

/** Returns `a * b` at scale `to`, rounded once, half away from zero; null if it is too large. */
export function multiply(a: number, aScale: number, b: number, bScale: number, to: number): number | null {
  return ratio(BigInt(a) * BigInt(b), 1n, aScale + bScale, to);
}

/**
 * Returns `a / b` at scale `to`, rounded once, half away from zero; null for division by zero and if it is too large.
 */
export function divide(a: number, aScale: number, b: number, bScale: number, to: number): number | null {
  return b === 0 ? null : ratio(BigInt(a), BigInt(b), aScale - bScale, to);
}

/** Returns the integer nearest to a/b, with halves away from zero. */
export function divideRounded(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n;
  const [n, d] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

function ratio(a: bigint, b: bigint, scale: number, to: number): number | null {
  const lift = to - scale;
  return lift >= 0
    ? safeBig(divideRounded(a * 10n ** BigInt(lift), b))
    : safeBig(divideRounded(a, b * 10n ** BigInt(-lift)));
}

const safe = (units: number): number | null => (Number.isSafeInteger(units) ? units : null);
const safeBig = (units: bigint): number | null => safe(Number(units));
