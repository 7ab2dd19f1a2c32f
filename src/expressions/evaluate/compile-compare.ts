import { compareDurations } from '../../fields/calendar/calendar.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { rescale } from '../../fields/text/decimals.ts';
import { identityKey } from '../../fields/text/identity-key.ts';
import type { Duration, Value } from '../../fields/text/value.ts';
import { isLength } from '../types/kinds.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { partsWithin, walk } from '../types/walk.ts';
import { type Closure, type CompileContext, type Frame, idOfRecord, unknown } from './closure.ts';

type Binary = Extract<Typed, { op: 'binary' }>;

/**
 * Compiles `==` and `!=`, which are true or false over every value, including the empty one. The result of a
 * calculation over an empty operand, and a guest's `me`, equal nothing. Anything not shown or not loaded is unknown.
 */
export function compileEquality(typed: Binary, at: CompileContext): Closure {
  const { left, right } = typed;
  if (usesUnknown(left) || usesUnknown(right)) return unknown;
  const negated = typed.operator === '!=';
  const toNull = isNull(right) ? left : isNull(left) ? right : null;
  if (toNull !== null) return comparedWithNull(toNull, negated, at);
  const [one, other] = [at.compile(left), at.compile(right)];
  const known = bothOf(knownOf(left, at), knownOf(right, at));
  const equal = equality(left.type, right.type);
  return (scope, frame) => {
    const a = one(scope, frame);
    const b = other(scope, frame);
    if (a === undefined || b === undefined) return known(scope, frame) ? negated : undefined;
    return equal(a, b) !== negated;
  };
}

function comparedWithNull(typed: Typed, negated: boolean, at: CompileContext): Closure {
  const of = at.compile(typed);
  const known = knownOf(typed, at);
  const list = typed.type.t === 'list';
  return (scope, frame) => {
    const value = of(scope, frame);
    if (value === undefined) return known(scope, frame) ? negated : undefined;
    const empty = value === null || (list && Array.isArray(value) && value.length === 0);
    return empty !== negated;
  };
}

type Known = (scope: Scope, frame: Frame | undefined) => boolean;

/**
 * Returns a function that says whether everything an expression reads was loaded, including lines; a guest's `me`
 * counts as loaded.
 */
export function knownOf(typed: Typed, at: CompileContext): Known {
  switch (typed.op) {
    case 'field':
    case 'this':
    case 'old':
    case 'me':
    case 'local': {
      const read = at.compile(typed);
      const ofGuest = rootOf(typed) === 'me';
      return (scope, frame) => (ofGuest && scope.me === null) || read(scope, frame) !== undefined;
    }
    case 'macro':
    case 'aggregate':
      return linesKnown(typed, at);
    // Over empty values these are empty or false, so unknown means that something was not loaded.
    case 'query':
    case 'cell': {
      const read = at.compile(typed);
      return (scope, frame) => read(scope, frame) !== undefined;
    }
    default: {
      const parts = partsWithin(typed).map((part) => knownOf(part, at));
      return (scope, frame) => parts.every((known) => known(scope, frame));
    }
  }
}

function linesKnown(typed: Extract<Typed, { op: 'macro' | 'aggregate' }>, at: CompileContext): Known {
  const of = at.compile(typed.of);
  const known = knownOf(typed.of, at);
  const each = typed.body === null ? () => true : knownOf(typed.body, at.inside(typed.local));
  return (scope, frame) => {
    const values = of(scope, frame);
    const lines: readonly Value[] = Array.isArray(values) ? values : [];
    return known(scope, frame) && lines.every((value) => each(scope, { value, up: frame }));
  };
}

function bothOf(one: Known, other: Known): Known {
  return (scope, frame) => one(scope, frame) && other(scope, frame);
}

/** Returns the root of a path; any other expression is its own root. */
export function rootOf(typed: Typed): Typed['op'] {
  return typed.op === 'field' ? rootOf(typed.of) : typed.op;
}

/** Whether the expression uses something that the document does not state; its value is then always unknown. */
export function usesUnknown(typed: Typed): boolean {
  for (const part of walk(typed)) if (part.op === 'unknown') return true;
  return false;
}

function isNull(typed: Typed): boolean {
  return typed.op === 'literal' && typed.value === null;
}

type Same = (a: Value, b: Value) => boolean;

/** Returns the equality of values of these types; empty equals empty. */
export function equality(left: StaticType, right: StaticType): Same {
  if (left.t === 'record') return (a, b) => idOfRecord(a) === idOfRecord(b);
  if (isLength(left)) return (a, b) => (isObject(a) && isObject(b) ? lengthOrder(left, right)(a, b) === 0 : a === b);
  if (left.t === 'money' || right.t === 'money') {
    const compare = moneyOrder(left, right);
    return (a, b) => (a === null || b === null ? a === b : compare(a, b) === 0);
  }
  if (isFolded(left) || isFolded(right)) {
    return (a, b) => (typeof a === 'string' && typeof b === 'string' ? identityKey(a) === identityKey(b) : a === b);
  }
  return (a, b) => a === b;
}

const isFolded = (type: StaticType) => type.t === 'text' && type.folded === true;

const isObject = (value: Value) => typeof value === 'object' && value !== null;

/** Compiles an order comparison; unknown over an empty value. */
export function compileOrder(typed: Binary, at: CompileContext): Closure {
  const { left, right, operator } = typed;
  const one = at.compile(left);
  const other = at.compile(right);
  if (isLength(left.type) || left.type.t === 'money' || right.type.t === 'money') {
    return ordered(
      one,
      other,
      operator,
      isLength(left.type) ? lengthOrder(left.type, right.type) : moneyOrder(left.type, right.type),
    );
  }
  const limit = right.op === 'literal' || right.op === 'constant' ? right.value : null;
  if (typeof limit === 'number' || typeof limit === 'string') return againstLimit(one, limit, operator);
  return plain(one, other, operator);
}

type Plain = number | string;

function againstLimit(one: Closure, limit: Plain, operator: Binary['operator']): Closure {
  const over =
    (test: (value: Plain) => boolean): Closure =>
    (scope, frame) => {
      const value = one(scope, frame);
      return value === null || value === undefined ? undefined : test(value as Plain);
    };
  switch (operator) {
    case '<':
      return over((value) => value < limit);
    case '<=':
      return over((value) => value <= limit);
    case '>':
      return over((value) => value > limit);
    default:
      return over((value) => value >= limit);
  }
}

function plain(one: Closure, other: Closure, operator: Binary['operator']): Closure {
  const over =
    (test: (a: Plain, b: Plain) => boolean): Closure =>
    (scope, frame) => {
      const a = one(scope, frame);
      if (a === null || a === undefined) return undefined;
      const b = other(scope, frame);
      return b === null || b === undefined ? undefined : test(a as Plain, b as Plain);
    };
  switch (operator) {
    case '<':
      return over((a, b) => a < b);
    case '<=':
      return over((a, b) => a <= b);
    case '>':
      return over((a, b) => a > b);
    default:
      return over((a, b) => a >= b);
  }
}

type Compare = (a: Value, b: Value) => number | null;

function ordered(one: Closure, other: Closure, operator: Binary['operator'], compare: Compare): Closure {
  const test = plain(
    (scope, frame) => {
      const [a, b] = [one(scope, frame), other(scope, frame)];
      return a === null || a === undefined || b === null || b === undefined ? undefined : compare(a, b);
    },
    () => 0,
    operator,
  );
  return test;
}

const durationOrder: Compare = (a, b) => compareDurations(a as Duration, b as Duration);

/** The hours of a working day depend on the day: days compare only with days, hours only with hours. */
const workingOrder: Compare = (a, b) => {
  const [one, other] = [a as Duration, b as Duration];
  if (one.months !== 0 || other.months !== 0) return null;
  if (one.days === other.days) return one.ms - other.ms;
  return one.ms === other.ms ? one.days - other.days : null;
};

function lengthOrder(left: StaticType, right: StaticType): Compare {
  return left.t === 'working' || right.t === 'working' ? workingOrder : durationOrder;
}

/** Orders amounts; null if the currencies differ. A plain 0 compares with any currency. */
function moneyOrder(left: StaticType, right: StaticType): Compare {
  return (a, b) => {
    const [one, other] = [amountOf(a, left), amountOf(b, right)];
    if (one === null || other === null) return null;
    const same = one.currency === other.currency || one.currency === null || other.currency === null;
    return same ? one.amount - other.amount : null;
  };
}

/** Returns an amount in the minor units of its currency. */
export function amountOf(
  value: Value,
  type: StaticType,
): { readonly amount: number; readonly currency: string | null } | null {
  if (typeof value === 'number') {
    if (type.t !== 'number') return { amount: value, currency: null };
    const amount = rescale(value, type.scale, currencyScale(type.unit ?? '') ?? type.scale);
    return amount === null ? null : { amount, currency: type.unit };
  }
  return typeof value === 'object' && value !== null && 'currency' in value && 'amount' in value
    ? { amount: Number(value.amount), currency: String(value.currency) }
    : null;
}

/** Compiles `in`. Unknown over an empty item or list; empty elements match nothing. */
export function compileIn(typed: Binary, at: CompileContext): Closure {
  const { left, right } = typed;
  if (usesUnknown(left)) return unknown;
  const item = at.compile(left);
  const ofGuest = rootOf(left) === 'me' && !usesUnknown(right);
  const of = right.type.t === 'list' ? right.type.of : right.type;
  const equal = equality(left.type, of);
  const test = right.op === 'list' ? amongItems(right.items, equal, at) : amongValues(at.compile(right), equal);
  return (scope, frame) => {
    const value = item(scope, frame);
    if (value === undefined && ofGuest && scope.me === null) return false;
    return value === undefined || value === null ? undefined : test(value, scope, frame);
  };
}

type Among = (value: Value, scope: Scope, frame: Frame | undefined) => Outcome;

function amongItems(items: readonly Typed[], equal: Same, at: CompileContext): Among {
  const values = items.map((item) => (item.op === 'literal' || item.op === 'constant' ? item.value : undefined));
  if (values.every((value) => value !== undefined))
    return (value) => values.some((each) => each !== null && equal(value, each));
  const parts = items.map((item) => ({
    read: at.compile(item),
    known: usesUnknown(item) ? never : knownOf(item, at),
  }));
  return (value, scope, frame) => {
    let missing = false;
    for (const { read, known } of parts) {
      const each = read(scope, frame);
      if (each === undefined) missing ||= !known(scope, frame);
      else if (each !== null && equal(value, each)) return true;
    }
    return missing ? undefined : false;
  };
}

const never: Known = () => false;

function amongValues(list: Closure, equal: Same): Among {
  return (value, scope, frame) => {
    const values = list(scope, frame);
    if (!Array.isArray(values)) return undefined;
    return values.some((each: Value) => each !== null && equal(value, each));
  };
}
