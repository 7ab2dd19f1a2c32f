import type { StaticType } from '../../expressions/types/static.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { daysBetween, daysOfMonths } from '../../fields/calendar/calendar.ts';
import type { Duration, Value } from '../../fields/text/value.ts';

/** Numbers are counted in units of 10⁻¹⁵, dates in days, instants in milliseconds. */
const DIGITS = 15;
const DAY = 86_400_000n;

/** A value that the solver does not break down further: a field, `me`, `today`, a sum. */
export interface Term {
  readonly key: string;
  readonly typed: Typed;
  /** Every value of the term is a multiple of this number; 0 if no such number is known. */
  readonly grain: bigint;
}

/** The exact form `Σ coefficient · term + constant`. */
export interface Linear {
  readonly terms: ReadonlyMap<string, bigint>;
  readonly constant: bigint;
}

/** The terms of one question, with bounds for those that stand for a date or instant plus a calendar duration. */
export interface TermTable {
  readonly terms: Map<string, Term>;
  /** By key of a term: forms that must be ≤ 0. */
  readonly steps: Map<string, readonly Linear[]>;
}

export function createTermTable(): TermTable {
  return { terms: new Map(), steps: new Map() };
}

/** Returns a key for an expression. Expressions with the same key have the same value for one record at one moment. */
export function keyOf(typed: Typed): string {
  if (typed.op === 'field') return `${keyOf(typed.of)}.${JSON.stringify(typed.field)}`;
  if (typed.op === 'this' || typed.op === 'me' || typed.op === 'old' || typed.op === 'now' || typed.op === 'today')
    return typed.op;
  return JSON.stringify(typed, (name, value: unknown) =>
    name === 'from' || name === 'to' || name === 'type' ? undefined : value,
  );
}

/** Returns the term for an expression and registers it in the universe. */
export function termOf(typed: Typed, all: TermTable): Term {
  const key = keyOf(typed);
  const known = all.terms.get(key);
  if (known !== undefined) return known;
  const term = { key, typed, grain: grainOf(typed) };
  all.terms.set(key, term);
  return term;
}

/** Returns an ordered expression as a sum of terms; null if the solver does not handle its type. */
export function linearOf(typed: Typed, all: TermTable): Linear | null {
  const { t } = typed.type;
  if (t === 'duration') return elapsed(typed, all);
  if (t !== 'number' && t !== 'date' && t !== 'instant') return null;
  if (typed.op === 'literal' || typed.op === 'constant') return constantOf(typed.value, typed.type);
  if (typed.op === 'negate') return scaled(linearOf(typed.of, all), -1n);
  if (typed.op === 'binary') return arithmetic(typed, all) ?? single(typed, all);
  return single(typed, all);
}

export function minus(one: Linear, other: Linear): Linear {
  return plus(one, {
    terms: new Map([...other.terms].map(([key, count]) => [key, -count])),
    constant: -other.constant,
  });
}

export function plus(one: Linear, other: Linear): Linear {
  const terms = new Map(one.terms);
  for (const [key, count] of other.terms) {
    const sum = (terms.get(key) ?? 0n) + count;
    if (sum === 0n) terms.delete(key);
    else terms.set(key, sum);
  }
  return { terms, constant: one.constant + other.constant };
}

/** Returns `term - constant`, which is ≤ 0 exactly when the term is at most the constant. */
export function difference(term: Term, constant: bigint): Linear {
  return { terms: new Map([[term.key, 1n]]), constant: -constant };
}

export function scaled(form: Linear | null, by: bigint): Linear | null {
  if (form === null) return null;
  if (by === 0n) return { terms: new Map(), constant: 0n };
  return { terms: new Map([...form.terms].map(([key, count]) => [key, count * by])), constant: form.constant * by };
}

/** Converts a number at a scale to units of 10⁻¹⁵. */
export function units(value: number, scale: number): bigint {
  return BigInt(value) * 10n ** BigInt(DIGITS - scale);
}

function single(typed: Typed, all: TermTable): Linear {
  return { terms: new Map([[termOf(typed, all).key, 1n]]), constant: 0n };
}

function constantOf(value: Value, type: StaticType): Linear | null {
  const found = numberOf(value, type);
  return found === null ? null : { terms: new Map(), constant: found };
}

function numberOf(value: Value, type: StaticType): bigint | null {
  if (type.t === 'number' && Number.isSafeInteger(value) && type.scale <= DIGITS)
    return units(Number(value), type.scale);
  if (type.t === 'date' && typeof value === 'string') return BigInt(daysBetween('1970-01-01', value));
  if (type.t === 'instant' && Number.isSafeInteger(value)) return BigInt(Number(value));
  return null;
}

function arithmetic(typed: Extract<Typed, { op: 'binary' }>, all: TermTable): Linear | null {
  const { operator, left, right } = typed;
  if (operator === '*') return product(left, right, all) ?? product(right, left, all);
  if (operator !== '+' && operator !== '-') return null;
  const sign = operator === '+' ? 1 : -1;
  if (right.type.t === 'duration') return stepped(typed, left, right, sign, all);
  if (left.type.t === 'duration') return operator === '+' ? stepped(typed, right, left, 1, all) : null;
  const [one, other] = [linearOf(left, all), scaled(linearOf(right, all), BigInt(sign))];
  return one === null || other === null ? null : plus(one, other);
}

/** Returns the form for an integer constant times an expression; null for other factors. */
function product(factor: Typed, other: Typed, all: TermTable): Linear | null {
  if ((factor.op !== 'literal' && factor.op !== 'constant') || factor.type.t !== 'number') return null;
  const whole = units(1, 0);
  const times = numberOf(factor.value, factor.type);
  return times === null || times % whole !== 0n ? null : scaled(linearOf(other, all), times / whole);
}

/**
 * Returns the form of a date or instant plus a duration. It is exact if the duration has a fixed length; otherwise it
 * is a new term that is bounded relative to the start.
 */
function stepped(typed: Typed, start: Typed, step: Typed, sign: number, all: TermTable): Linear | null {
  const from = linearOf(start, all);
  const duration = durationOf(step);
  if (from === null || duration === null) return null;
  const [least, most] = span(duration, start.type.t === 'date');
  const [low, high] = sign === 1 ? [least, most] : [-most, -least];
  if (low === high) return { ...from, constant: from.constant + low };
  const result = single(typed, all);
  const gap = minus(result, from);
  all.steps.set(termOf(typed, all).key, [
    { terms: gap.terms, constant: gap.constant - high },
    { terms: minus(from, result).terms, constant: low - gap.constant },
  ]);
  return result;
}

/**
 * Returns a duration in milliseconds: a literal without months, or the difference of two dates or instants; otherwise
 * null.
 */
function elapsed(typed: Typed, all: TermTable): Linear | null {
  const duration = durationOf(typed);
  if (duration !== null) {
    const constant = BigInt(duration.days) * DAY + BigInt(duration.ms);
    return duration.months === 0 ? { terms: new Map(), constant } : null;
  }
  if (typed.op !== 'binary' || typed.operator !== '-') return null;
  const { left, right } = typed;
  if (left.type.t !== right.type.t || (left.type.t !== 'date' && left.type.t !== 'instant')) return null;
  const [one, other] = [linearOf(left, all), linearOf(right, all)];
  return one === null || other === null ? null : scaled(minus(one, other), left.type.t === 'date' ? DAY : 1n);
}

function durationOf(typed: Typed): Duration | null {
  if (typed.type.t !== 'duration' || (typed.op !== 'literal' && typed.op !== 'constant')) return null;
  const { value } = typed;
  return value !== null && typeof value === 'object' && 'months' in value && typeof value.months === 'number'
    ? (value as Duration)
    : null;
}

/** Returns the shortest and longest length of a duration: in days for a date, otherwise in milliseconds. */
function span({ months, days, ms }: Duration, ofDate: boolean): readonly [bigint, bigint] {
  const [short, long] = daysOfMonths(Math.abs(months));
  const [least, most] = months < 0 ? [-long, -short] : [short, long];
  if (ofDate) {
    const whole = days + Math.floor(ms / Number(DAY));
    return [BigInt(least + whole), BigInt(most + whole)];
  }
  // A calendar day differs from 24 hours by at most the clock changes of the time zone, which are always less than a
  // day.
  const slack = months === 0 && days === 0 ? 0n : DAY;
  return [BigInt(least + days) * DAY + BigInt(ms) - slack, BigInt(most + days) * DAY + BigInt(ms) + slack];
}

function grainOf(typed: Typed): bigint {
  if (typed.type.t === 'date' || typed.type.t === 'instant') return 1n;
  if (typed.type.t !== 'number' || typed.type.scale > DIGITS) return 0n;
  const exact = typed.op === 'field' || typed.op === 'local' || (typed.op === 'aggregate' && typed.name !== 'average');
  const counted = typed.op === 'call' && ['size', 'cents', 'round'].includes(typed.name);
  return exact || counted ? units(1, typed.type.scale) : 0n;
}
