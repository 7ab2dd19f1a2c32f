import type { WorkingCalendar } from '../../fields/calendar/working-time.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { BOOLEAN, EMPTY, isMoment, kindWords, WORKING } from '../types/kinds.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed, TypedNode } from '../types/typed.ts';
import { type At, fail, type Inference, type TreeOf, warn } from './inference.ts';

type Working = Extract<TypedNode, { op: 'working' }>;

/** Returns the working calendar of point 9, or the id of what is not shown. Without stated holidays there are none. */
export function workingCalendar({ model }: Schema): WorkingCalendar | { readonly because: string } {
  const hours = model.limits.find(({ name }) => name === 'working hours') ?? null;
  const holidays = model.limits.find(({ name }) => name === 'holidays') ?? null;
  if (hours === null || hours.hours === null) return { because: hours?.id ?? 'limit/working hours' };
  if (holidays !== null && holidays.dates === null) return { because: holidays.id };
  return { hours: hours.hours, holidays: holidays?.dates ?? [] };
}

/** Infers `workingTime(from, to)`, `isWorkingTime(at)` and `isWorkingDay(date)`. */
export function inferWorkingCall(tree: TreeOf<'call'>, args: readonly Typed[], inference: Inference): Typed | null {
  const [first, second] = args;
  if (tree.name === 'workingTime') {
    const fits = args.length === 2 && first?.type.t === 'instant' && second?.type.t === 'instant';
    if (fits) return working('between', args, WORKING, tree, inference);
    return misfit(tree, args, 'a date and time, and another', 'workingTime(createdAt, now)', inference);
  }
  const isDay = tree.name === 'isWorkingDay';
  const fits = args.length === 1 && first !== undefined && (isDay ? isMoment(first.type) : first.type.t === 'instant');
  if (!fits) {
    const example = isDay ? 'isWorkingDay(today)' : 'isWorkingTime(now)';
    return misfit(tree, args, isDay ? 'a date' : 'a date and time', example, inference);
  }
  const at: Typed =
    isDay && first.type.t === 'instant'
      ? { op: 'call', name: 'date', args: [first], type: { t: 'date' }, from: first.from, to: first.to }
      : first;
  return working('within', [at], BOOLEAN, tree, inference);
}

/** Infers `sentAt + 5 working days`. Null if the operands do not fit, which is reported. */
export function inferWorkingSum(
  at: At,
  name: 'after' | 'before',
  moment: Typed,
  length: Typed,
  inference: Inference,
): Typed | null {
  const hours = length.op === 'literal' || length.op === 'constant' ? hoursIn(length) : false;
  if (moment.type.t === 'date' && hours) {
    return fail(
      inference,
      at,
      "Working hours can't be added to a date, which has no time.",
      'Write working days, or a date and time such as now.',
    );
  }
  return working(name, [moment, length], moment.type, at, inference);
}

function hoursIn({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'object' && value !== null && 'ms' in value && value.ms !== 0;
}

function working(name: Working['name'], args: readonly Typed[], type: StaticType, at: At, inference: Inference): Typed {
  const { from, to } = at;
  const calendar = workingCalendar(inference.schema);
  if (!('because' in calendar)) return { op: 'working', name, args, calendar, type, from, to };
  if (!inference.schema.model.limits.some(({ id }) => id === calendar.because)) {
    warn(
      inference,
      at,
      'Working time needs the working hours, which are stated nowhere.',
      'State the limit "Working hours" in point 9, as in Monday to Friday 09:00–17:00.',
    );
  }
  return { op: 'unknown', because: calendar.because, type: type.t === 'boolean' ? EMPTY : type, from, to };
}

function misfit(
  tree: TreeOf<'call'>,
  args: readonly Typed[],
  needs: string,
  example: string,
  inference: Inference,
): null {
  const found =
    args.length === 0 ? 'here is nothing' : `this is ${args.map((arg) => kindWords(arg.type)).join(' and ')}`;
  return fail(inference, tree, `${tree.name} needs ${needs}, and ${found}.`, `Write it as in ${example}.`);
}
