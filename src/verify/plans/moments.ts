import type { Tree } from '../../model/types/formula.ts';
import type { Driver } from '../drive/send-request.ts';
import { startOfDayIn } from '../evaluator/calendar.ts';
import { stateOf } from '../evaluator/names.ts';
import type { Stored } from '../evaluator/world.ts';
import { dueTimes } from '../oracle/timers.ts';
import { isKind, shiftedInstants, valuesInExpressions } from './edges.ts';

/** Maximum time to wait. */
const LONGEST = 15 * 366 * 86_400_000;

/**
 * Returns the future times at which something about these records may change: a timer is due, or a date passes that an
 * expression or timer compares with.
 */
export function momentsOf(
  driver: Driver,
  records: readonly Stored[],
  trees: readonly (Tree | null | undefined)[],
): readonly number[] {
  const { model, world, stateEntries, subject } = driver;
  const { now } = subject.clock;
  const zone = model.product.timeZone.value ?? 'UTC';
  const all = records.flatMap((stored) => {
    const conditions = model.machines.flatMap((machine) =>
      machine.entity !== stored.entity
        ? []
        : machine.transitions.flatMap(({ timer, from }) =>
            timer?.kind === 'when' && stateOf(machine, stored.values) === from ? timer.condition.tree : [],
          ),
    );
    const hints = valuesInExpressions(driver, [...trees, ...conditions], stored);
    const spans = hints.flatMap((hint) => (isKind(hint, 'span') ? [hint.span] : []));
    const passed = hints.flatMap((hint) => {
      if (isKind(hint, 'date')) return [hint.day - 1, hint.day, hint.day + 1].map((day) => startOfDayIn(zone, day));
      return isKind(hint, 'instant') ? [hint.ms, hint.ms + 60_000] : [];
    });
    const shifted = passed.flatMap((each) => spans.flatMap((span) => shiftedInstants(driver, span, each)));
    return [...dueTimes(model, world, stateEntries, stored, now), ...passed, ...shifted];
  });
  return [...new Set(all)].filter((at) => at > now && at < now + LONGEST);
}
