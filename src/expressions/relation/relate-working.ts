import { addToDate } from '../../fields/calendar/calendar.ts';
import { compileCalendar, earliestReaching } from '../../fields/calendar/working-time.ts';
import type { Duration } from '../../fields/text/value.ts';
import { compile } from '../evaluate/compile.ts';
import type { Relation } from '../types/relation.ts';
import type { Evaluate } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import type { RelateContext } from './relation-context.ts';

type Order = '<' | '<=' | '>' | '>=';

const FLIPPED: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** A comparison of a date. */
interface Bound {
  readonly date: Typed;
  readonly operator: Order;
  readonly right: Relation;
}

/**
 * Turns `dueOn + 5 working days < today` into `dueOn < bound`, where the bound is computed once per request: a later
 * date never leads to an earlier result. Null for moments, whose order working days may reverse on days off.
 */
export function workingBound(typed: Extract<Typed, { op: 'binary' }>, at: RelateContext): Bound | null {
  const { left, right, operator } = typed;
  if (operator !== '<' && operator !== '<=' && operator !== '>' && operator !== '>=') return null;
  return boundOf(left, operator, right, at) ?? boundOf(right, FLIPPED[operator], left, at);
}

function boundOf(sum: Typed, operator: Order, other: Typed, { zone, byClock, depends }: RelateContext): Bound | null {
  if (sum.op !== 'working' || sum.type.t !== 'date' || !depends(sum) || depends(other)) return null;
  const [date, length] = sum.args;
  if (date === undefined || length === undefined || depends(length)) return null;
  const calendar = compileCalendar(sum.calendar);
  const [wanted, lengthOf] = [compile(other, { zone, byClock }), compile(length, { zone, byClock })];
  const sign = sum.name === 'after' ? 1 : -1;
  // `>` and `<=` a date are compared with the next date.
  const beyond = operator === '<=' || operator === '>';
  const value: Evaluate = (scope) => {
    const [until, by] = [wanted(scope), lengthOf(scope)];
    if (typeof until !== 'string' || !isDuration(by) || by.ms !== 0) return undefined;
    const least = beyond ? addToDate(until, { months: 0, days: 1, ms: 0 }) : until;
    return least === null ? undefined : (earliestReaching(least, by.days * sign, calendar) ?? undefined);
  };
  const right: Relation = { r: 'parameter', value, type: date.type };
  return { date, operator: operator === '<' || operator === '<=' ? '<' : '>=', right };
}

function isDuration(value: unknown): value is Duration {
  return typeof value === 'object' && value !== null && 'months' in value;
}
