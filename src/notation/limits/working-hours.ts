import type { WorkingHours } from '../../model/types/model.ts';

const NAMES: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const SPAN = /^(.*\D)\s*(\d{1,2}:\d{2})\s*(?:to|[–-])\s*(\d{1,2}:\d{2})$/;

/**
 * Reads `Monday to Friday 08:00–18:00; Saturday, Sunday 09:00–12:00`. Null for anything else, such as a span over
 * midnight.
 */
export function hoursIn(text: string): WorkingHours[] | null {
  if (text.length > 500) return null;
  const hours = text.split(';').map((span) => hoursOf(span.trim()));
  const known = hours.filter((each) => each !== null);
  return known.length === hours.length ? known : null;
}

function hoursOf(text: string): WorkingHours | null {
  const match = SPAN.exec(text);
  const days = daysIn((match?.[1] ?? '').replace(/[,:]\s*$/, ''));
  const [from, to] = [timeIn(match?.[2] ?? ''), timeIn(match?.[3] ?? '')];
  return days === null || from === null || to === null || from >= to ? null : { days, from, to };
}

/** Reads `Monday to Friday, Sunday`. */
function daysIn(text: string): number[] | null {
  const runs = text.split(',').map((run) => {
    const [first, last, ...more] = run.split(/\s+to\s+|[–-]/).map((name) => dayIn(name.trim()));
    if (first === undefined || first === null || last === null || more.length > 0) return null;
    return last === undefined ? [first] : daysBetween(first, last);
  });
  const days = runs.flatMap((run) => run ?? []);
  return runs.includes(null) || new Set(days).size < days.length ? null : days;
}

/** Returns the number of a day (1 is Monday) for `Monday` or `Mon`. */
function dayIn(name: string): number | null {
  const word = name.toLowerCase();
  const index = NAMES.findIndex((day) => day.toLowerCase() === word || day.slice(0, 3).toLowerCase() === word);
  return index < 0 ? null : index + 1;
}

function daysBetween(first: number, last: number): number[] {
  const days = [first];
  for (let day = first; day !== last; ) {
    day = (day % 7) + 1;
    days.push(day);
  }
  return days;
}

function timeIn(text: string): string | null {
  const [hours = '', minutes = ''] = text.split(':');
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time) || time === '24:00' ? time : null;
}

/** Reads ISO dates separated by commas; null if one is not a date. */
export function datesIn(text: string): string[] | null {
  const dates = text.split(',').map((date) => date.trim());
  return dates.every(isDate) ? dates : null;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00.000Z`).toJSON()?.slice(0, 10) === text;

/** Returns working hours as text that `hoursIn` reads back, with the days in their order. */
export function hoursText(hours: readonly WorkingHours[]): string {
  return hours.map(({ days, from, to }) => `${daysText(days)} ${from}–${to}`).join('; ');
}

function daysText(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && run.length < 6 && day === ((run.at(-1) ?? 0) % 7) + 1) run.push(day);
    else runs.push([day]);
  }
  const nameOf = (day: number | undefined) => NAMES[(day ?? 1) - 1] ?? '';
  return runs
    .flatMap((run) => (run.length > 2 ? `${nameOf(run[0])} to ${nameOf(run.at(-1))}` : run.map(nameOf)))
    .join(', ');
}
