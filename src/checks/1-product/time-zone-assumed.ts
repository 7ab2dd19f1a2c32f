import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import { isDuration } from '../../fields/types/duration.ts';
import type { Place } from '../../model/types/element.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

/** Maximum number of uses that the message names. */
const MOST = 3;

export const check = defineCheck({
  code: 'time-zone-assumed',
  point: 1,
  severity: 'gap',
  about: 'The document depends on calendar days but does not state a time zone.',
  *find({ model, parts }) {
    if (model.product.timeZone.standing === 'stated') return;
    const hours = model.limits.filter(({ name, standing }) => name === 'working hours' && standing === 'stated');
    const uses = [...parts.flatMap(daysIn), ...hours.map(({ at }): Use => ({ what: 'the working hours', at }))];
    if (uses.length === 0) return;
    const placed = uses.toSorted((one, other) => (one.at?.from ?? 0) - (other.at?.from ?? 0));
    const whats = [...new Set(placed.map(({ what }) => what))];
    const named = whats.length > MOST ? [...whats.slice(0, MOST), `${whats.length - MOST} more`] : whats;
    yield {
      at: null,
      also: placed.slice(0, MOST).map(({ at }) => at),
      message: `The time zone is not shown, so UTC is assumed (A-LOCALE). It affects ${joinNames(named)}.`,
      next: 'State it in point 1, as in `- Time zone: Europe/Berlin`.',
      witness:
        'Somebody in Sydney starts work at nine in the morning: in UTC it is still the day before, and that day counts.',
    };
  },
});

interface Use {
  /** `today`, `a timer of Order`. */
  readonly what: string;
  readonly at: Place | null;
}

function daysIn({ formulas, model, schema, typed }: CheckContext): readonly Use[] {
  const inFormulas = formulas.flatMap(({ formula, typed: found }) => {
    const word = found === null ? null : dayWord(found);
    return word === null ? [] : [{ what: `\`${word}\``, at: formula.at }];
  });
  const timers = model.machines.flatMap(({ entity, transitions }) =>
    transitions.flatMap(({ timer, at, standing }) => {
      const delay = timer === null || !('delay' in timer) || standing !== 'stated' ? null : typed(timer.delay);
      return delay !== null && countsDays(delay) ? [{ what: `a timer of ${entity}`, at }] : [];
    }),
  );
  const charts = model.screens.flatMap((screen) =>
    screen.charts.flatMap(({ at, by, interval, name }) => {
      const attribute = schema.entities.get(screen.entity ?? '')?.attributes.get(by);
      const isOver = interval !== null && attribute?.type.kind === 'date and time';
      return isOver ? [{ what: `the chart “${name}”`, at }] : [];
    }),
  );
  return [...inFormulas, ...timers, ...charts];
}

/** Returns the first part of an expression whose value depends on the time zone. */
function dayWord(typed: Typed): string | null {
  for (const part of walk(typed)) {
    if (part.op === 'today') return 'today';
    if (part.op === 'working') return 'working time';
    if (part.op === 'call' && part.args.some(({ type }) => type.t === 'instant')) {
      if (!IN_ANY_ZONE.has(part.name)) return part.name;
    }
  }
  return null;
}

const IN_ANY_ZONE: ReadonlySet<string> = new Set(['hours', 'minutes', 'seconds', 'min', 'max', 'size']);

function countsDays(typed: Typed): boolean {
  const value = typed.op === 'literal' || typed.op === 'constant' ? typed.value : null;
  return value !== null && isDuration(value) && (value.days !== 0 || value.months !== 0);
}
