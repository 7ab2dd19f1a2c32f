import { printExpression } from '../../../expressions/print.ts';
import {
  addToDate,
  dateOf,
  formatInstant,
  instantOf,
  parseDate,
  parseInstant,
  weekday,
} from '../../../fields/calendar.ts';
import type { Json } from '../../../fields/json.ts';
import type { Tree } from '../../../model/formula.ts';
import type { Type } from '../../../model/types.ts';

/** The month of a date, as `2026-11`; that of today where the text names none. */
export function monthOf(text: string, today: string): string {
  return /^\d{4}-\d{2}$/.test(text) && parseDate(`${text}-01`) !== null ? text : today.slice(0, 7);
}

/** The first of the month so many months on. */
export function monthMoved(month: string, by: number): string {
  return (addToDate(`${month}-01`, { months: by, days: 0, ms: 0 }) ?? `${month}-01`).slice(0, 7);
}

export const dayMoved = (date: string, by: number): string => addToDate(date, { months: 0, days: by, ms: 0 }) ?? date;

/** The weeks that a month lies in, each from Monday to Sunday. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  for (let day = dayMoved(first, 1 - weekday(first)); day.slice(0, 7) <= month; day = dayMoved(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => dayMoved(day, index)));
    if (weeks.length === 6) break;
  }
  return weeks;
}

/** The day of a value on the wire, in the zone of the document; null where it is empty or none. */
export function dayOf(value: Json, type: Type, zone: string): string | null {
  if (typeof value !== 'string') return null;
  if (type.kind === 'date') return parseDate(value);
  const instant = parseInstant(value);
  return instant === null ? null : dateOf(instant, zone);
}

interface Asked {
  readonly field: string;
  readonly type: Type;
}

/** The records that touch the days from one to another, as a condition in the notation. */
export function daysFilter(from: Asked, until: Asked | null, first: string, last: string, zone: string): string {
  const begins = compared(from, '<', dayMoved(last, 1), zone);
  const own = compared(from, '>=', first, zone);
  const lasts = until === null ? own : joined('or', own, compared(until, '>=', first, zone));
  return printExpression(joined('and', begins, lasts));
}

const nowhere = { from: 0, to: 0 } as const;

function compared({ field, type }: Asked, operator: '<' | '>=', day: string, zone: string): Tree {
  const value = type.kind === 'date' ? day : formatInstant(instantOf(day, 0, zone));
  const record: Tree = { op: 'name', name: 'this', ...nowhere };
  const left: Tree = { op: 'member', of: record, name: field, ...nowhere };
  return { op: 'binary', operator, left, right: { op: 'text', value, ...nowhere }, ...nowhere };
}

const joined = (operator: 'and' | 'or', left: Tree, right: Tree): Tree => ({
  op: 'binary',
  operator,
  left,
  right,
  ...nowhere,
});

/** What stands on each day: a record on all days from its first to its last, but never more than the days asked for. */
export function placedOn<T>(
  records: readonly T[],
  daysOf: (record: T) => { readonly from: string | null; readonly until: string | null },
  days: readonly string[],
): ReadonlyMap<string, readonly T[]> {
  const placed = new Map<string, T[]>(days.map((day) => [day, []]));
  for (const record of records) {
    const { from, until } = daysOf(record);
    if (from === null) continue;
    const last = until === null || until < from ? from : until;
    for (const day of days) if (day >= from && day <= last) placed.get(day)?.push(record);
  }
  return placed;
}
