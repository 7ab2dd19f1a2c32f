import {
  addWorkingDays,
  addWorkingTime,
  compileCalendar,
  isWorkingDay,
  isWorkingTime,
  type WorkingLength,
  workingTimeBetween,
} from '../../fields/calendar/working-time.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Outcome, Scope } from '../types/scope.ts';
import type { Typed } from '../types/typed.ts';
import { type Closure, type CompileContext, type Frame, unknown } from './closure.ts';

type Cell = Extract<Typed, { op: 'cell' }>;
type Working = Extract<Typed, { op: 'working' }>;

/** Compiles a table look-up: empty for an empty key, unknown if the cell is not shown or there is no such row. */
export function compileCell(typed: Cell, at: CompileContext): Closure {
  const places = [typed.rows, typed.columns].map(
    (names) => new Map(names.map((name, index) => [name, index] as const)),
  );
  const keys = typed.keys.map(at.compile);
  const { cells } = typed;
  return (scope, frame) => {
    const at: number[] = [];
    for (const [index, key] of keys.entries()) {
      const value = key(scope, frame);
      if (value === undefined || value === null) return value;
      const place = placeOf(value, places[index]);
      if (place === undefined) return undefined;
      at.push(place);
    }
    return cells[at[0] ?? 0]?.[at[1] ?? 0] ?? undefined;
  };
}

function placeOf(value: Value, names: ReadonlyMap<string, number> | undefined): number | undefined {
  if (typeof value !== 'boolean') return names?.get(String(value));
  return value ? (names?.get('yes') ?? names?.get('true')) : (names?.get('no') ?? names?.get('false'));
}

/** Compiles working-time arithmetic. Unknown over an empty value, and if the result is too far away. */
export function compileWorking(typed: Working, at: CompileContext): Closure {
  const [one, other] = typed.args;
  if (one === undefined) return unknown;
  const work = worker(typed, one, at.zone);
  const [first, second] = [at.compile(one), other === undefined ? null : at.compile(other)];
  return (scope: Scope, frame?: Frame) => {
    const a = first(scope, frame);
    const b = second === null ? null : second(scope, frame);
    if (a === undefined || a === null || b === undefined || (second !== null && b === null)) return undefined;
    return work(a, b) ?? undefined;
  };
}

function worker(typed: Working, first: Typed, zone: string): (a: Value, b: Value) => Outcome {
  const calendar = compileCalendar(typed.calendar);
  switch (typed.name) {
    case 'between':
      return (from, to) => {
        const ms = workingTimeBetween(Number(from), Number(to), calendar, zone);
        return ms === null ? undefined : { months: 0, days: 0, ms };
      };
    case 'within':
      return (value) =>
        typeof value === 'number' ? isWorkingTime(value, calendar, zone) : isWorkingDay(String(value), calendar);
    case 'after':
    case 'before': {
      const sign = typed.name === 'after' ? 1 : -1;
      if (first.type.t === 'date') {
        return (date, length) => {
          const { days, ms } = signed(length, sign);
          return ms === 0 ? addWorkingDays(String(date), days, calendar) : undefined;
        };
      }
      return (moment, length) => addWorkingTime(Number(moment), signed(length, sign), calendar, zone);
    }
  }
}

function signed(length: Value, sign: number): WorkingLength {
  const { days, ms } = length as unknown as WorkingLength;
  return { days: days * sign, ms: ms * sign };
}
