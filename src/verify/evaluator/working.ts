import type { Model } from '../../model/types/model.ts';
import {
  addToDay,
  addToInstant,
  dayIn,
  dayOf,
  instantAt,
  type Span,
  supportedDay,
  supportedInstant,
} from './calendar.ts';

/** The document and time zone in which times are computed. */
export interface TimeContext {
  readonly model: Model;
  readonly zone: string;
}

interface Hours {
  /** By day of the week (1 is Monday): start and end of working time in milliseconds since midnight. */
  readonly spans: readonly { readonly day: number; readonly from: number; readonly to: number }[];
  readonly holidays: ReadonlySet<number>;
  /** Cache of computed working time, by zone and day. */
  readonly passing: Map<string, readonly Passing[]>;
}

const DAY = 86_400_000;
/** Maximum number of days to look ahead; beyond it the result is unknown. */
const MOST_DAYS = 4_000;

/** Whether working hours and holidays are shown. Otherwise everything that depends on them is unknown. */
export function showsWorkingHours({ limits }: Model): boolean {
  const hours = limits.find(({ name }) => name === 'working hours')?.hours ?? null;
  const holidays = limits.find(({ name }) => name === 'holidays');
  return hours !== null && (holidays === undefined || holidays.dates !== null);
}

const known = new WeakMap<Model, Hours | null>();

/** Returns null if working hours are not shown. */
function hoursOf(model: Model): Hours | null {
  const found = known.get(model);
  if (found !== undefined) return found;
  const stated = (name: string) => model.limits.find((limit) => limit.name === name);
  const hours = !showsWorkingHours(model)
    ? null
    : {
        spans: (stated('working hours')?.hours ?? [])
          .flatMap(({ days, from, to }) => days.map((day) => ({ day, from: clockOf(from), to: clockOf(to) })))
          // Hours that end before they start end on the next day.
          .map(({ day, from, to }) => ({ day, from, to: to > from ? to : to + DAY }))
          .sort((one, other) => one.from - other.from),
        holidays: new Set((stated('holidays')?.dates ?? []).flatMap((date) => dayOf(date) ?? [])),
        passing: new Map<string, readonly Passing[]>(),
      };
  known.set(model, hours);
  return hours;
}

function clockOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** Returns the working hours of a day. 1 January 1970 was a Thursday. */
const spansOn = ({ spans, holidays }: Hours, day: number): Hours['spans'] =>
  holidays.has(day) ? [] : spans.filter((span) => span.day === ((((day + 3) % 7) + 7) % 7) + 1);

/** Whether a day has working hours and is not a holiday. */
export function isWorkingDay({ model }: TimeContext, day: number): boolean | undefined {
  const hours = hoursOf(model);
  return hours === null ? undefined : spansOn(hours, day).length > 0;
}

/** Whether an instant is in working time; the end does not belong to it. */
export function isWorkingTime(where: TimeContext, ms: number): boolean | undefined {
  const hours = hoursOf(where.model);
  if (hours === null) return undefined;
  const today = dayIn(where.zone, ms);
  const near = [today - 1, today].flatMap((day) => passing(hours, where.zone, day));
  return near.some(({ from, to }) => from <= ms && ms < to);
}

/** Returns the working time between two instants; negative if the second is earlier. */
export function workingTime(where: TimeContext, from: number, to: number): number | undefined {
  if (to < from) {
    const back = workingTime(where, to, from);
    return back === undefined ? undefined : -back || 0;
  }
  const hours = hoursOf(where.model);
  const [first, last] = [dayIn(where.zone, from), dayIn(where.zone, to)];
  if (hours === null || last - first > MOST_DAYS) return undefined;
  let passed = 0;
  for (const span of between(hours, where.zone, first - 1, last))
    passed += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return passed;
}

/** Adds a duration to an instant; null if the result is out of range or working time is not known. */
export function instantAfter(where: TimeContext, ms: number, span: Span): number | null {
  return span.working === true ? laterWorkingInstant(where, ms, span) : addToInstant(where.zone, ms, span);
}

/** Adds a duration to a day. */
export function dayAfter(where: TimeContext, day: number, span: Span): number | null {
  if (span.working !== true) return addToDay(day, span);
  return span.ms === 0 ? laterWorkingDay(where, day, span.days) : null;
}

/** Adds working days to a day; the count may be negative. */
function laterWorkingDay({ model }: TimeContext, day: number, count: number): number | null {
  const hours = hoursOf(model);
  if (hours === null || (hours.spans.length === 0 && count !== 0)) return null;
  let at = day;
  let left = Math.abs(count);
  for (let turn = 0; left > 0; turn += 1) {
    if (turn > MOST_DAYS * 10) return null;
    at += Math.sign(count);
    if (spansOn(hours, at).length > 0) left -= 1;
  }
  return supportedDay(at);
}

/** Adds a working duration to an instant: working days keep the local time, shorter units pass only in working time. */
function laterWorkingInstant(where: TimeContext, ms: number, { days, ms: length }: Span): number | null {
  const { zone } = where;
  const today = dayIn(zone, ms);
  const day = days === 0 ? today : laterWorkingDay(where, today, days);
  if (day === null) return null;
  const moved = day === today ? ms : addToInstant(zone, ms, { months: 0, days: day - today, ms: 0 });
  if (moved === null || length === 0) return moved;
  const found = length > 0 ? over(where, moved, length) : begun(where, moved, -length);
  return found === null ? null : supportedInstant(found);
}

/** Returns the first instant by which this much working time has passed. */
function over({ model, zone }: TimeContext, ms: number, length: number): number | null {
  const hours = hoursOf(model);
  if (hours === null) return null;
  const today = dayIn(zone, ms);
  let left = length;
  for (const { from, to } of between(hours, zone, today - 1, today + MOST_DAYS)) {
    const start = Math.max(from, ms);
    if (to <= start) continue;
    if (to - start >= left) return start + left;
    left -= to - start;
  }
  return null;
}

/** Returns the last instant from which this much working time passes until the given one. */
function begun({ model, zone }: TimeContext, ms: number, length: number): number | null {
  const hours = hoursOf(model);
  if (hours === null) return null;
  const today = dayIn(zone, ms);
  let left = length;
  for (const { from, to } of backwards(hours, zone, today - MOST_DAYS, today)) {
    const end = Math.min(to, ms);
    if (end <= from) continue;
    if (end - from >= left) return end - left;
    left -= end - from;
  }
  return null;
}

interface Passing {
  readonly from: number;
  readonly to: number;
}

/** Returns the working time that starts on a day. */
function passing(hours: Hours, zone: string, day: number): readonly Passing[] {
  const key = `${zone} ${day}`;
  const found =
    hours.passing.get(key) ??
    spansOn(hours, day).map(({ from, to }) => ({
      from: instantAt(zone, day * DAY + from),
      to: instantAt(zone, day * DAY + to),
    }));
  hours.passing.set(key, found);
  return found;
}

/** Yields the working time of all days in a range, without overlaps. */
function* between(hours: Hours, zone: string, first: number, last: number): Generator<Passing> {
  let until = Number.NEGATIVE_INFINITY;
  for (let day = first; day <= last; day += 1) {
    for (const { from, to } of passing(hours, zone, day)) {
      if (to > Math.max(from, until)) yield { from: Math.max(from, until), to };
      until = Math.max(until, to);
    }
  }
}

/** Yields the working time of all days in a range from last to first. */
function* backwards(hours: Hours, zone: string, first: number, last: number): Generator<Passing> {
  let until = Number.POSITIVE_INFINITY;
  for (let day = last; day >= first; day -= 1) {
    for (const { from, to } of [...passing(hours, zone, day)].reverse()) {
      if (Math.min(to, until) > from) yield { from, to: Math.min(to, until) };
      until = Math.min(until, from);
    }
  }
}
