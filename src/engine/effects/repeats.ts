import { addToInstant } from '../../fields/calendar/calendar.ts';
import type { Duration } from '../../fields/text/value.ts';

/**
 * What comes again and again: each time is so many steps after the beginning, all of them counted from there. A short month
 * or an hour that the clocks skip moves the time that falls on it, and none of those behind it.
 */
export interface Repeat {
  readonly begins: number;
  readonly step: Duration;
  readonly zone: string;
}

/** The first time that is later than a moment; null: there is none. */
export function nextAfter(repeat: Repeat, moment: number): number | null {
  const over = timesOver(repeat, moment);
  return over === null ? null : timeOf(repeat, over + 1);
}

/** The last time that is not later than a moment; null: none is over. */
export function lastUntil(repeat: Repeat, moment: number): number | null {
  const over = timesOver(repeat, moment);
  return over === null || over === 0 ? null : timeOf(repeat, over);
}

const DAY = 86_400_000;
const MONTH = (146_097 / 4_800) * DAY;

/** How many times are over at a moment. Looked for from where steps of their usual length would lead. */
function timesOver(repeat: Repeat, moment: number): number | null {
  const { begins, step } = repeat;
  const usual = step.months * MONTH + step.days * DAY + step.ms;
  if (usual <= 0) return null;
  const isOver = (count: number) => (timeOf(repeat, count) ?? Number.POSITIVE_INFINITY) <= moment;
  let count = Math.max(0, Math.floor((moment - begins) / usual));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (count > 0 && !isOver(count)) count -= 1;
    else if (isOver(count + 1)) count += 1;
    else return count;
  }
  return null;
}

/** Steps that go to and fro, as of a month less thirty days, find no rest. */
const MOST_ROUNDS = 1_000;

function timeOf({ begins, step, zone }: Repeat, count: number): number | null {
  const [months, days, ms] = [step.months * count, step.days * count, step.ms * count];
  return [months, days, ms].every(Number.isSafeInteger) ? addToInstant(begins, { months, days, ms }, zone) : null;
}
