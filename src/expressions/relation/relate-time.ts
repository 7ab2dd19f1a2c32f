import { addToDate, daysBetween } from '../../fields/calendar/calendar.ts';
import type { Duration } from '../../fields/text/value.ts';
import { FIRST_INSTANT, LAST_INSTANT } from '../../fields/text/written-dates.ts';
import { compile } from '../evaluate/compile.ts';
import { BOOLEAN } from '../types/kinds.ts';
import type { Relation } from '../types/relation.ts';
import type { Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { constant, type RelateContext } from './relation-context.ts';

type Binary = Extract<Typed, { op: 'binary' }>;
type Order = '<' | '<=' | '>' | '>=';

const FLIPPED: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const BEYOND: Readonly<Record<Order, Order>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };
const DAY = 86_400_000;
const UNKNOWN = constant(undefined, BOOLEAN);

/** A position in time that may be outside the calendar: days from 1970-01-01, or milliseconds for instants. */
type Place = (scope: Scope) => number | undefined;

/** A date or an instant plus a number of days or milliseconds. */
interface Sum {
  readonly moment: Typed;
  readonly by: number;
}

/**
 * Moves the length of time to the side that does not depend on the row: `due + 3 days < today` becomes `due < today - 3
 * days`, `today - spentOn > 30 days` becomes `spentOn < today - 30 days`; unknown for a record whose sum leaves the
 * calendar. Null if the result differs between records (months, days of an instant).
 */
export function shiftedDate(typed: Binary, at: RelateContext): Relation | null {
  const { left, operator, right } = typed;
  if (!isOrder(operator)) return null;
  return moved(left, operator, right, at) ?? moved(right, FLIPPED[operator], left, at);
}

function moved(left: Typed, operator: Order, right: Typed, at: RelateContext): Relation | null {
  if (left.op !== 'binary' || !at.depends(left) || at.depends(right)) return null;
  if (left.type.t === 'duration') return difference(left, operator, right, at);
  const sum = sumOf(left);
  return sum === null ? null : orderOfSum(sum, operator, placeOf(right, at), at);
}

function sumOf(typed: Typed): Sum | null {
  if (typed.op !== 'binary' || (typed.operator !== '+' && typed.operator !== '-')) return null;
  const [moment, length] = typed.left.type.t === 'duration' ? [typed.right, typed.left] : [typed.left, typed.right];
  const { t } = moment.type;
  const duration = shownDuration(length);
  if ((t !== 'date' && t !== 'instant') || duration === null || duration.months !== 0) return null;
  if (t === 'date' ? duration.ms !== 0 : duration.days !== 0) return null;
  const by = t === 'date' ? duration.days : duration.ms;
  return { moment, by: typed.operator === '-' ? 0 - by : by };
}

function orderOfSum({ moment, by }: Sum, operator: Order, right: Place, at: RelateContext): Relation {
  const inner = sumOf(moment);
  const order = (operator: Order, place: Place) =>
    inner === null ? orderOf(moment, operator, place, at) : orderOfSum(inner, operator, place, at);
  const compared = order(operator, less(right, by));
  if (by === 0) return compared;
  const isDate = moment.type.t === 'date';
  const end = by > 0 ? LAST_INSTANT : FIRST_INSTANT;
  const limit: Place = () => (isDate ? Math.floor(end / DAY) : end) - by;
  const stays: Order = by > 0 ? '<=' : '>=';
  if (inner !== null) return { r: 'conditional', test: order(stays, limit), yes: compared, no: UNKNOWN };
  // Beyond the limit the comparison has the same result for all rows; in this form an index on the field still helps.
  return operator.startsWith('>') === by > 0
    ? { r: 'and', parts: [compared, { r: 'or', parts: [order(stays, limit), UNKNOWN] }] }
    : { r: 'or', parts: [compared, { r: 'and', parts: [order(BEYOND[stays], limit), UNKNOWN] }] };
}

/** Relates `a - b < length` if one of the two depends on the row. */
function difference(left: Binary, operator: Order, right: Typed, at: RelateContext): Relation | null {
  const duration = shownDuration(right);
  const { t } = left.left.type;
  if (left.operator !== '-' || duration === null || duration.months !== 0 || (t !== 'date' && t !== 'instant'))
    return null;
  if (t === 'date' && duration.ms !== 0) return null;
  const by = t === 'date' ? duration.days : duration.days * DAY + duration.ms;
  if (at.depends(left.left) && at.depends(left.right)) return null;
  if (at.depends(left.left)) return compared(left.left, operator, less(placeOf(left.right, at), 0 - by), at);
  return compared(left.right, FLIPPED[operator], less(placeOf(left.left, at), by), at);
}

function compared(moment: Typed, operator: Order, right: Place, at: RelateContext): Relation {
  const sum = sumOf(moment);
  return sum === null ? orderOf(moment, operator, right, at) : orderOfSum(sum, operator, right, at);
}

function orderOf(moment: Typed, operator: Order, place: Place, at: RelateContext): Relation {
  const write = moment.type.t === 'date' ? dateAt : instantAt;
  const value = (scope: Scope) => {
    const found = place(scope);
    return found === undefined ? undefined : write(found);
  };
  return { r: 'order', operator, left: at.relate(moment), right: { r: 'parameter', value, type: moment.type } };
}

/** Returns the date of a day number; numbers outside the calendar sort before or after all dates. */
function dateAt(days: number): string {
  return addToDate('1970-01-01', { months: 0, days, ms: 0 }) ?? (days < 0 ? '0000-00-00' : '9999-99-99');
}

function instantAt(ms: number): number {
  return Math.min(Math.max(ms, FIRST_INSTANT - 1), LAST_INSTANT + 1);
}

function placeOf(typed: Typed, at: RelateContext): Place {
  const evaluate = compile(typed, at);
  return (scope) => {
    const value = evaluate(scope);
    if (typeof value === 'string') return daysBetween('1970-01-01', value);
    return typeof value === 'number' ? value : undefined;
  };
}

function less(place: Place, by: number): Place {
  return (scope) => {
    const found = place(scope);
    return found === undefined ? undefined : found - by;
  };
}

function shownDuration(typed: Typed): Duration | null {
  if (typed.op !== 'literal' && typed.op !== 'constant') return null;
  const { value } = typed;
  return typeof value === 'object' && value !== null && 'months' in value ? (value as Duration) : null;
}

function isOrder(operator: Binary['operator']): operator is Order {
  return operator === '<' || operator === '<=' || operator === '>' || operator === '>=';
}
