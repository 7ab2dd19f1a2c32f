import { addToInstant } from '../../fields/calendar/calendar.ts';
import type { Duration } from '../../fields/text/value.ts';

/**
 * A repeating time. Each occurrence is a number of steps after the beginning, always counted from there: a short month
 * or an hour skipped by daylight saving time shifts the occurrence on it, but none of the later ones.
 */
export interface Repeat {
  readonly begins: number;
  readonly step: Duration;
  readonly zone: string;
}

/** Returns the first occurrence after a time, or null if there is none. */
export function nextAfter(repeat: Repeat, moment: number): number | null {
  const over = timesOver(repeat, moment);
  return over === null ? null : timeOf(repeat, over + 1);
}

/** Returns the last occurrence at or before a time, or null if there is none. */
export function lastUntil(repeat: Repeat, moment: number): number | null {
  const over = timesOver(repeat, moment);
  return over === null || over === 0 ? null : timeOf(repeat, over);
}

const DAY = 86_400_000;
const MONTH = (146_097 / 4_800) * DAY;

/**
 * Returns how many occurrences are over at a time. Starts from an estimate with average step lengths and corrects it.
 */
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

/** The correction may never settle if a step has parts of opposite signs, such as a month minus thirty days. */
const MOST_ROUNDS = 1_000;

function timeOf({ begins, step, zone }: Repeat, count: number): number | null {
  const [months, days, ms] = [step.months * count, step.days * count, step.ms * count];
  return [months, days, ms].every(Number.isSafeInteger) ? addToInstant(begins, { months, days, ms }, zone) : null;
}
