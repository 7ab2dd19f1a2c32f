import { dayOf, instantOf, type Span } from './calendar.ts';
import { compare, dividedBy, fractionOf, minus, plus, times } from './number.ts';
import { folded } from './text.ts';
import { minutesOf } from './times.ts';
import { number, type Outcome, type Val } from './value.ts';
import { dayAfter, instantAfter, type TimeContext } from './working.ts';

/** Equality: true or false unless an operand is unknown. Empty equals empty; nobody equals nothing. */
export function equals(left: Outcome, right: Outcome): Outcome {
  if (left === undefined || right === undefined) return undefined;
  if (isNobody(left) || isNobody(right)) return false;
  if (left === null || right === null) return left === right;
  if (typeof left === 'boolean' || typeof right === 'boolean') return left === right;
  if (left.k === 'text' && right.k === 'text') {
    return left.fold || right.fold ? folded(left.text) === folded(right.text) : left.text === right.text;
  }
  if (left.k === 'record' && right.k === 'record') return left.id === right.id && left.entity === right.entity;
  const order = orderOf(left, right);
  if (order !== undefined) return order === 0;
  // A choice may have a number as its name.
  const [word, count] = left.k === 'text' ? [left, right] : [right, left];
  if (word.k === 'text' && count.k === 'number' && count.unit === null) {
    const called = fractionOf(word.text);
    return called !== null && compare(called, count.n) === 0;
  }
  const [one, other] = [identity(left), identity(right)];
  return one === null || other === null ? undefined : one === other;
}

/** Compares two values; unknown if an operand is empty. */
export function ordered(operator: '<' | '<=' | '>' | '>=', left: Outcome, right: Outcome): Outcome {
  if (left === undefined || right === undefined || left === null || right === null) return undefined;
  if (typeof left === 'boolean' || typeof right === 'boolean') return undefined;
  const order = orderOf(left, right);
  if (order === undefined) return undefined;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

/** Membership; unknown if the item or the list is empty. */
export function isAmong(item: Outcome, list: Outcome): Outcome {
  if (item === undefined || item === null || list === undefined || list === null) return undefined;
  if (typeof list === 'boolean' || list.k !== 'list') return undefined;
  return list.items.some((each) => equals(item, each) === true);
}

export function negative(of: Outcome): Outcome {
  if (of === undefined || of === null || typeof of === 'boolean') return undefined;
  if (of.k === 'number') return number({ p: -of.n.p, q: of.n.q }, of.unit);
  return of.k === 'span' ? { k: 'span', span: scaled(of.span, -1) } : undefined;
}

/** Arithmetic; unknown if an operand is empty, on division by zero, and for operands that do not fit. */
export function arithmetic(
  operator: '+' | '-' | '*' | '/' | '%',
  left: Outcome,
  right: Outcome,
  where: TimeContext,
): Outcome {
  if (left === undefined || right === undefined || left === null || right === null) return undefined;
  if (typeof left === 'boolean' || typeof right === 'boolean') return undefined;
  if (left.k === 'number' && right.k === 'number') return ofNumbers(operator, left, right);
  if (right.k === 'span' && (operator === '+' || operator === '-'))
    return moved(left, scaled(right.span, operator === '-' ? -1 : 1), where);
  if (left.k === 'span' && operator === '+' && right.k !== 'number') return moved(right, left.span, where);
  if (operator === '*' && left.k === 'span' && right.k === 'number')
    return { k: 'span', span: scaled(left.span, Number(right.n.p) / Number(right.n.q)) };
  if (operator === '*' && right.k === 'span' && left.k === 'number')
    return { k: 'span', span: scaled(right.span, Number(left.n.p) / Number(left.n.q)) };
  if (operator === '-' && left.k === 'date' && right.k === 'date')
    return { k: 'span', span: { months: 0, days: left.day - right.day, ms: 0 } };
  if (operator === '-' && left.k === 'instant' && right.k === 'instant')
    return { k: 'span', span: { months: 0, days: 0, ms: left.ms - right.ms } };
  if (operator === '+' && left.k === 'text' && right.k === 'text')
    return { k: 'text', text: left.text + right.text, fold: false };
  return undefined;
}

/**
 * Returns the order of two values as a negative number, zero or a positive number; undefined if they have none. Zero
 * compares with any unit.
 */
export function orderOf(left: Val, right: Val): number | undefined {
  if (left === null || right === null || typeof left === 'boolean' || typeof right === 'boolean') return undefined;
  if (left.k === 'number' && right.k === 'number') {
    const fits = left.unit === right.unit || isBareZero(left) || isBareZero(right);
    return fits ? compare(left.n, right.n) : undefined;
  }
  if (left.k === 'date' && right.k === 'date') return left.day - right.day;
  if (left.k === 'instant' && right.k === 'instant') return left.ms - right.ms;
  if (left.k === 'span' && right.k === 'span') return orderOfSpans(left.span, right.span);
  if (left.k === 'time' && right.k === 'time') return left.minutes - right.minutes;
  if (left.k === 'text' && right.k === 'time') return orderOf(timed(left.text), right);
  if (right.k === 'text' && left.k === 'time') return orderOf(left, timed(right.text));
  if (left.k === 'text' && (right.k === 'date' || right.k === 'instant'))
    return orderOf(moment(left.text, right.k), right);
  if (right.k === 'text' && (left.k === 'date' || left.k === 'instant'))
    return orderOf(left, moment(right.text, left.k));
  return undefined;
}

function timed(written: string): Val {
  const minutes = minutesOf(written);
  return minutes === null ? null : { k: 'time', minutes };
}

function moment(written: string, kind: 'date' | 'instant'): Val {
  if (kind === 'date') {
    const day = dayOf(written);
    return day === null ? null : { k: 'date', day };
  }
  const ms = instantOf(written);
  return ms === null ? null : { k: 'instant', ms };
}

function ofNumbers(
  operator: '+' | '-' | '*' | '/' | '%',
  left: Extract<Val, { readonly k: 'number' }>,
  right: Extract<Val, { readonly k: 'number' }>,
): Outcome {
  if (operator === '*')
    return left.unit !== null && right.unit !== null
      ? undefined
      : number(times(left.n, right.n), left.unit ?? right.unit);
  if (operator === '/') {
    if (right.unit !== null && right.unit !== left.unit) return undefined;
    const n = dividedBy(left.n, right.n);
    return n === undefined ? undefined : number(n, right.unit === null ? left.unit : null);
  }
  if (left.unit !== right.unit && !isBareZero(left) && !isBareZero(right)) return undefined;
  const unit = left.unit ?? right.unit;
  if (operator === '+') return number(plus(left.n, right.n), unit);
  if (operator === '-') return number(minus(left.n, right.n), unit);
  if (right.n.p === 0n) return undefined;
  const quotient = (left.n.p * right.n.q) / (left.n.q * right.n.p);
  return number(minus(left.n, times(right.n, { p: quotient, q: 1n })), unit);
}

function moved(of: Val, span: Span, where: TimeContext): Outcome {
  if (of === null || typeof of === 'boolean') return undefined;
  if (of.k === 'instant') {
    const ms = instantAfter(where, of.ms, span);
    return ms === null ? undefined : { k: 'instant', ms };
  }
  if (of.k === 'date') {
    const day = dayAfter(where, of.day, span);
    return day === null ? undefined : { k: 'date', day };
  }
  if (of.k !== 'span' || of.span.working !== span.working) return undefined;
  return {
    k: 'span',
    span: {
      ...span,
      months: of.span.months + span.months,
      days: of.span.days + span.days,
      ms: of.span.ms + span.ms,
    },
  };
}

function scaled(span: Span, by: number): Span {
  return { ...span, months: span.months * by, days: span.days * by, ms: span.ms * by };
}

/** Only durations of the same kind have an order: a month is not a number of days, and working time is separate. */
function orderOfSpans(left: Span, right: Span): number | undefined {
  if (left.working !== right.working) return undefined;
  const difference = [left.months - right.months, left.days - right.days, left.ms - right.ms].filter(
    (part) => part !== 0,
  );
  return difference.length > 1 ? undefined : (difference[0] ?? 0);
}

function isBareZero(value: Extract<Val, { readonly k: 'number' }>): boolean {
  return value.unit === null && value.n.p === 0n;
}

function isNobody(value: Val): boolean {
  return value !== null && typeof value !== 'boolean' && value.k === 'nobody';
}

/** Returns a string that identifies a record or a file. */
function identity(value: Val): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (value.k === 'record') return `${value.entity}\n${value.id}`;
  if (value.k === 'line') return `${value.row.entity}\n${value.row.id}`;
  if (value.k === 'file') return `${value.name}\n${value.size}`;
  if (value.k === 'list') return JSON.stringify(value.items.map(identityOrText));
  return null;
}

function identityOrText(value: Val): string | null {
  return value !== null && typeof value !== 'boolean' && value.k === 'text' ? value.text : identity(value);
}
