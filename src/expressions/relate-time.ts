import type { Duration } from '../fields/value.ts';
import type { Relating } from './relating.ts';
import type { Typed } from './typed.ts';

type Binary = Extract<Typed, { op: 'binary' }>;
type Order = '<' | '<=' | '>' | '>=';

const FLIPPED: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const DAY = 86_400_000;

/**
 * A comparison with the length of time moved to the side that does not depend on the row: `due + 3 days < today` as
 * `due < today - 3 days`, `today - spentOn > 30 days` as `spentOn < today - 30 days`. Null where that is not the
 * same for every record (months, days of an instant).
 */
export function movedAside(typed: Binary, { depends }: Relating): Binary | null {
  if (!isOrder(typed.operator)) return null;
  return (
    moved(typed, typed.left, typed.operator, typed.right, depends) ??
    moved(typed, typed.right, FLIPPED[typed.operator], typed.left, depends)
  );
}

type Depends = Relating['depends'];

function moved(typed: Binary, left: Typed, operator: Order, right: Typed, depends: Depends): Binary | null {
  if (left.op !== 'binary' || !depends(left) || depends(right)) return null;
  if (left.type.t === 'duration') return difference(typed, left, operator, right, depends);
  const [moment, length] = left.left.type.t === 'duration' ? [left.right, left.left] : [left.left, left.right];
  if (moment.type.t !== 'date' && moment.type.t !== 'instant') return null;
  const duration = shownDuration(length);
  const exact =
    duration !== null && duration.months === 0 && (moment.type.t === 'date' ? duration.ms === 0 : duration.days === 0);
  if (!exact) return null;
  return compared(typed, moment, operator, shifted(right, left.operator === '-' ? '+' : '-', length));
}

/** `a - b < length` where one of the two depends on the row. */
function difference(typed: Binary, left: Binary, operator: Order, right: Typed, depends: Depends): Binary | null {
  const duration = shownDuration(right);
  const { t } = left.left.type;
  if (left.operator !== '-' || duration === null || duration.months !== 0 || (t !== 'date' && t !== 'instant'))
    return null;
  if (t === 'date' && duration.ms !== 0) return null;
  const value: Duration = t === 'date' ? duration : { months: 0, days: 0, ms: duration.days * DAY + duration.ms };
  const length: Typed = { op: 'literal', value, type: right.type, from: right.from, to: right.to };
  if (depends(left.left) && depends(left.right)) return null;
  if (depends(left.left)) return compared(typed, left.left, operator, shifted(left.right, '+', length));
  return compared(typed, left.right, FLIPPED[operator], shifted(left.left, '-', length));
}

function compared(typed: Binary, left: Typed, operator: Order, right: Typed): Binary {
  return { ...typed, left, operator, right };
}

function shifted(of: Typed, operator: '+' | '-', length: Typed): Typed {
  return { op: 'binary', operator, left: of, right: length, type: of.type, from: of.from, to: of.to };
}

function shownDuration(typed: Typed): Duration | null {
  if (typed.op !== 'literal' && typed.op !== 'constant') return null;
  const { value } = typed;
  return typeof value === 'object' && value !== null && 'months' in value ? (value as Duration) : null;
}

function isOrder(operator: Binary['operator']): operator is Order {
  return operator === '<' || operator === '<=' || operator === '>' || operator === '>=';
}
