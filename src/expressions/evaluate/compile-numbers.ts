import { divideRounded, rescale } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { type Closure, type CompileContext, type Frame, safe, unknown } from './closure.ts';
import { amountOf } from './compile-compare.ts';

type Binary = Extract<Typed, { op: 'binary' }>;
type Call = Extract<Typed, { op: 'call' }>;

/** Compiles exact arithmetic over units of a scale. For `+` and `-` the checker made the scales equal. */
export function compileNumbers(typed: Binary, at: CompileContext): Closure {
  const [left, right] = [at.compile(typed.left), at.compile(typed.right)];
  const over =
    (combine: (a: number, b: number) => number): Closure =>
    (scope, frame) => {
      const a = left(scope, frame);
      const b = right(scope, frame);
      return typeof a === 'number' && typeof b === 'number' ? safe(scope, combine(a, b)) : undefined;
    };
  switch (typed.operator) {
    case '+':
      return over((a, b) => a + b);
    case '-':
      return over((a, b) => a - b);
    case '*':
      return over((a, b) => a * b + 0);
    case '%':
      return (scope, frame) => {
        const [a, b] = [left(scope, frame), right(scope, frame)];
        return typeof a === 'number' && typeof b === 'number' && b !== 0 ? (a % b) + 0 : undefined;
      };
    default:
      return unknown;
  }
}

/** Compiles arithmetic over amounts of any currency: unknown if the currencies differ. */
export function compileMoney(typed: Binary, at: CompileContext): Closure {
  const [left, right] = [at.compile(typed.left), at.compile(typed.right)];
  const sign = typed.operator === '-' ? -1 : 1;
  return (scope, frame) => {
    const [a, b] = [left(scope, frame), right(scope, frame)];
    const one = a === undefined ? null : amountOf(a, typed.left.type);
    const other = b === undefined ? null : amountOf(b, typed.right.type);
    if (one === null || other === null) return undefined;
    const currency = one.currency ?? other.currency;
    if (currency === null || (other.currency ?? currency) !== currency) return undefined;
    const amount = safe(scope, one.amount + sign * other.amount);
    return amount === undefined ? undefined : { amount, currency };
  };
}

/**
 * Compiles `round(x, n)`, `floor(x)` and `ceil(x)`: the argument is calculated exactly and rounded once; `round` rounds
 * half away from zero.
 */
export function compileRound(typed: Call, at: CompileContext): Closure {
  const [of] = typed.args;
  if (of === undefined || of.type.t !== 'number' || typed.type.t !== 'number') return unknown;
  const [from, to] = [of.type.scale, typed.type.scale];
  if (isExact(of) || typed.name !== 'round') {
    const ratio = ratioOf(of, at);
    const divided = typed.name === 'round' ? divideRounded : typed.name === 'floor' ? divideDown : divideUp;
    return (scope, frame) => {
      const value = ratio(scope, frame);
      if (value === null || value.d === 0n) return undefined;
      const rounded = divided(value.n * 10n ** BigInt(to), value.d);
      return safe(scope, Number(rounded));
    };
  }
  const value = at.compile(of);
  return (scope, frame) => {
    const found = value(scope, frame);
    if (found === null && typed.implied) return null;
    return typeof found === 'number' ? safe(scope, rescale(found, from, to)) : undefined;
  };
}

function divideDown(n: bigint, d: bigint): bigint {
  const whole = n / d;
  return n % d !== 0n && n < 0n !== d < 0n ? whole - 1n : whole;
}

function divideUp(n: bigint, d: bigint): bigint {
  return -divideDown(-n, d);
}

/** A fraction, so that intermediate results are never rounded. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

type Ratio = (scope: Scope, frame?: Frame) => Fraction | null;

function isExact(typed: Typed): boolean {
  if (typed.op === 'negate') return isExact(typed.of);
  return typed.op === 'binary' && ['+', '-', '*', '/'].includes(typed.operator);
}

function ratioOf(typed: Typed, at: CompileContext): Ratio {
  if (typed.op === 'negate') {
    const of = ratioOf(typed.of, at);
    return (scope, frame) => {
      const value = of(scope, frame);
      return value === null ? null : { n: -value.n, d: value.d };
    };
  }
  if (typed.op !== 'binary' || !isExact(typed)) return leafOf(typed, at);
  const [left, right] = [ratioOf(typed.left, at), ratioOf(typed.right, at)];
  const { operator } = typed;
  return (scope, frame) => {
    const [a, b] = [left(scope, frame), right(scope, frame)];
    return a === null || b === null ? null : combined(operator, a, b);
  };
}

function combined(operator: Binary['operator'], a: Fraction, b: Fraction): Fraction | null {
  if (operator === '*') return { n: a.n * b.n, d: a.d * b.d };
  if (operator === '/') return b.n === 0n ? null : { n: a.n * b.d, d: a.d * b.n };
  const sum = operator === '+' ? a.n * b.d + b.n * a.d : a.n * b.d - b.n * a.d;
  return { n: sum, d: a.d * b.d };
}

function leafOf(typed: Typed, at: CompileContext): Ratio {
  const value = at.compile(typed);
  const d = typed.type.t === 'number' ? 10n ** BigInt(typed.type.scale) : 1n;
  return (scope, frame) => {
    const found: Value | undefined = value(scope, frame);
    return typeof found === 'number' && Number.isSafeInteger(found) ? { n: BigInt(found), d } : null;
  };
}
