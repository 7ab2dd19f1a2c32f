import type { WorkingHours } from '../../model/types/model.ts';

const DAYS: readonly RegExp[] = ['mon', 'tues?', 'wed(?:nes)?', 'thu(?:rs)?', 'fri', 'sat(?:ur)?', 'sun'].map(
  (stem) => new RegExp(`^${stem}(?:day)?s?$`, 'i'),
);

const GROUPS: ReadonlyMap<string, readonly number[]> = new Map([
  ['weekday', [1, 2, 3, 4, 5]],
  ['weekdays', [1, 2, 3, 4, 5]],
  ['workdays', [1, 2, 3, 4, 5]],
  ['weekend', [6, 7]],
  ['weekends', [6, 7]],
  ['daily', [1, 2, 3, 4, 5, 6, 7]],
  ['everyday', [1, 2, 3, 4, 5, 6, 7]],
]);

const TOKEN = /(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|h\b|o'clock)?|\p{L}+\.?|[–—-]|[,;:&]|\S/giu;
const NOISE = /^(?:from|on|at|the|open|between|every|day|days|and)$/i;
const RANGE = /^(?:to|until|till|through|[–—-])$/i;

/** Hours of a week, and the words behind them that say something else. */
export interface Hours {
  readonly hours: readonly WorkingHours[];
  readonly left: string;
}

interface Clock {
  readonly text: string;
}

type Token =
  | { readonly kind: 'days'; readonly days: readonly number[] }
  | { readonly kind: 'time'; readonly time: Clock }
  | { readonly kind: 'range' | 'divide' | 'closed' | 'noise' | 'other'; readonly at: number };

/**
 * `Monday to Friday, 08:00 to 18:00; Saturday: 9–12, Sunday closed`. Null where days or times do not fit together: a span
 * that goes past midnight, a day both open and closed, a time without a day.
 */
export function hoursIn(text: string): Hours | null {
  const tokens = tokensOf(text.slice(0, 500));
  const hours: WorkingHours[] = [];
  const closed = new Set<number>();
  let days: number[] = [];
  let at = 0;
  let used = false;
  let isClosed = false;
  while (at < tokens.length) {
    const token = tokens[at];
    const next = tokens[at + 1];
    const after = tokens[at + 2];
    if (token === undefined || token.kind === 'other') break;
    if (token.kind === 'closed') {
      // "Sunday closed" behind a day, "closed on Sundays" before it.
      const named = used ? [] : days.splice(0);
      for (const day of named) closed.add(day);
      isClosed = named.length === 0;
      at += 1;
    } else if (token.kind === 'days') {
      const range = next?.kind === 'range' && after?.kind === 'days' ? span(token.days, after.days) : null;
      at += range === null ? 1 : 3;
      if (isClosed) for (const day of range ?? token.days) closed.add(day);
      else {
        if (used) days = [];
        used = false;
        days.push(...(range ?? token.days));
      }
    } else if (token.kind === 'time') {
      if (isClosed || days.length === 0 || next?.kind !== 'range' || after?.kind !== 'time') return null;
      if (token.time.text >= after.time.text || token.time.text === '24:00') return null;
      hours.push({ days: [...new Set(days)], from: token.time.text, to: after.time.text });
      used = true;
      at += 3;
    } else if (token.kind === 'range') return null;
    else at += 1;
  }
  const left = leftAt(text, tokens[at]);
  const open = new Set(hours.flatMap((each) => each.days));
  if (hours.length === 0 || (!used && days.length > 0) || [...closed].some((day) => open.has(day))) return null;
  return { hours, left };
}

function leftAt(text: string, token: Token | undefined): string {
  return token !== undefined && 'at' in token ? text.slice(token.at) : text.slice(500);
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match): Token => {
    const word = match[0].replace(/\.$/, '').toLowerCase();
    const at = match.index;
    if (match[1] !== undefined) {
      const time = timeOf(match[1], match[2] ?? '00', (match[3] ?? '').toLowerCase());
      return time === null ? { kind: 'other', at } : { kind: 'time', time: { text: time } };
    }
    const day = DAYS.findIndex((pattern) => pattern.test(word));
    if (day >= 0) return { kind: 'days', days: [day + 1] };
    const group = GROUPS.get(word);
    if (group !== undefined) return { kind: 'days', days: group };
    if (RANGE.test(word)) return { kind: 'range', at };
    if (word === 'closed') return { kind: 'closed', at };
    if (/^[,;:&]$/.test(word)) return { kind: 'divide', at };
    return { kind: NOISE.test(word) ? 'noise' : 'other', at };
  });
}

function timeOf(hour: string, minute: string, half: string): string | null {
  let hours = Number(hour);
  if (half === 'pm' && hours < 12) hours += 12;
  if (half === 'am' && hours === 12) hours = 0;
  if (hours > 24 || Number(minute) > 59 || (hours === 24 && minute !== '00')) return null;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

function span(from: readonly number[], to: readonly number[]): number[] | null {
  const [first, last] = [from[0], to[0]];
  if (from.length !== 1 || to.length !== 1 || first === undefined || last === undefined || first === last) return null;
  const days: number[] = [];
  for (let day = first; day !== last; day = (day % 7) + 1) days.push(day);
  return [...days, last];
}

/** ISO dates with commas between; null where one is no date. */
export function datesIn(text: string): string[] | null {
  const parts = text.split(/[\s,;]+|\band\b/).filter((part) => part !== '');
  const isDate = (part: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(part) && new Date(`${part}T00:00:00.000Z`).toJSON()?.slice(0, 10) === part;
  return parts.length > 0 && parts.every(isDate) ? parts : null;
}

const NAMES: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** As `hoursIn` reads it back, the days in the order in which they stand. */
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
