import type { WorkingHours } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const check = defineCheck({
  code: 'working-hours-overlap',
  point: 9,
  severity: 'error',
  about: 'Working hours that overlap on a day.',
  *find({ model }) {
    for (const { id, at, hours } of model.limits) {
      const clash = hours === null ? null : overlapIn(hours);
      if (clash === null) continue;
      const { day, one, other } = clash;
      yield {
        element: id,
        at,
        message: `On ${DAYS[day - 1] ?? ''} working hours are ${one.from}–${one.to} and ${other.from}–${other.to}, which overlap.`,
        next: `Write each day once, or times that do not overlap, such as \`${DAYS[day - 1] ?? ''} 08:00–12:00; ${DAYS[day - 1] ?? ''} 13:00–17:00\`.`,
      };
    }
  },
});

function overlapIn(hours: readonly WorkingHours[]): { day: number; one: WorkingHours; other: WorkingHours } | null {
  for (const day of DAYS.keys()) {
    const spans = hours
      .filter(({ days }) => days.includes(day + 1))
      .sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
    for (const [index, other] of spans.entries()) {
      const one = spans[index - 1];
      if (one !== undefined && other.from < one.to) return { day: day + 1, one, other };
    }
  }
  return null;
}
