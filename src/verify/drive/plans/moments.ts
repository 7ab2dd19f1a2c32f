import type { Tree } from '../../../model/types/formula.ts';
import { startOf } from '../../oracle/calendar.ts';
import { momentsDue } from '../../oracle/timers.ts';
import type { Stored } from '../../oracle/world.ts';
import type { Driver } from '../ask.ts';
import { hintsOf, isKind, moved } from './edges.ts';

/** Nobody waits longer. */
const LONGEST = 15 * 366 * 86_400_000;

/**
 * The moments to come at which something about these records may be otherwise: a timer is due, or a date passes that one of the
 * expressions, or the condition of a timer, compares with.
 */
export function momentsOf(
  driver: Driver,
  records: readonly Stored[],
  trees: readonly (Tree | null | undefined)[],
): readonly number[] {
  const { model, world, stays, subject } = driver;
  const { now } = subject.clock;
  const zone = model.product.timeZone.value ?? 'UTC';
  const all = records.flatMap((stored) => {
    const conditions = model.machines.flatMap(({ entity, name, transitions }) =>
      entity !== stored.entity
        ? []
        : transitions.flatMap(({ timer, from }) =>
            timer?.kind === 'when' && stored.values.get(name) === from ? timer.condition.tree : [],
          ),
    );
    const hints = hintsOf(driver, [...trees, ...conditions], stored);
    const spans = hints.flatMap((hint) => (isKind(hint, 'span') ? [hint.span] : []));
    const passed = hints.flatMap((hint) => {
      if (isKind(hint, 'date')) return [hint.day - 1, hint.day, hint.day + 1].map((day) => startOf(zone, day));
      return isKind(hint, 'instant') ? [hint.ms, hint.ms + 60_000] : [];
    });
    const shifted = passed.flatMap((each) => spans.flatMap((span) => moved(driver, span, each)));
    return [...momentsDue(model, world, stays, stored, now), ...passed, ...shifted];
  });
  return [...new Set(all)].filter((at) => at > now && at < now + LONGEST);
}
