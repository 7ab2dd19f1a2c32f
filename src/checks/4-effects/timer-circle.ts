import type { Machine, Transition } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn, startOf } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'timer-circle',
  point: 4,
  severity: 'error',
  about: 'Rows with “when” that move a record in an endless circle.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const found = circleIn(machine, context);
        if (found !== null) yield found;
      }
    }
  },
});

/** Reports at most one circle per machine, because one correction may fix several. */
function circleIn(machine: Machine, context: CheckContext): Finding | null {
  const rows = machine.transitions.filter(
    ({ timer, from, to, guardShown, guard }) =>
      timer?.kind === 'when' &&
      from !== to &&
      guardShown &&
      !finalIn(machine, context).has(from) &&
      context.typed(timer.condition) !== null &&
      (guard === null || context.typed(guard) !== null),
  );
  const leaving = Map.groupBy(rows, ({ from }) => from ?? '');
  for (const start of leaving.keys()) {
    const circle = circleFrom(start, leaving);
    if (circle !== null && canAllHold(circle, context)) return findingOf(machine, circle, context);
  }
  return null;
}

/** Returns the shortest chain of transitions from a state back to it; null if there is none. */
function circleFrom(start: string, leaving: ReadonlyMap<string, readonly Transition[]>): Transition[] | null {
  const incoming = new Map<string, Transition>();
  const open = [start];
  for (const state of open) {
    for (const row of leaving.get(state) ?? []) {
      if (row.to === start) return [...pathTo(state, incoming), row];
      if (incoming.has(row.to)) continue;
      incoming.set(row.to, row);
      open.push(row.to);
    }
  }
  return null;
}

function pathTo(state: string, incoming: ReadonlyMap<string, Transition>): Transition[] {
  const path: Transition[] = [];
  for (let row = incoming.get(state); row !== undefined; row = incoming.get(row.from ?? '')) path.unshift(row);
  return path;
}

/**
 * Whether all conditions can hold for one record. A circle with effects that write is left out, because they may end
 * it.
 */
function canAllHold(circle: readonly Transition[], context: CheckContext): boolean {
  if (circle.some(({ effects }) => effects.some(({ kind }) => kind !== 'notify' && kind !== 'call'))) return false;
  const conditions = circle.flatMap(({ timer, guard }) => [
    ...(timer?.kind === 'when' ? [context.typed(timer.condition)] : []),
    context.typed(guard),
  ]);
  return isSatisfiable(
    conditions.flatMap((condition) => (condition === null ? [] : [{ condition, truth: true }])),
    { schema: context.schema, valid: true },
  );
}

function findingOf(machine: Machine, circle: readonly Transition[], context: CheckContext): Finding {
  const [first, ...rest] = circle;
  const states = circle.map(({ from }) => from ?? '');
  return {
    element: first?.id ?? machine.id,
    at: first?.at ?? machine.at,
    also: rest.map(({ at }) => at),
    message: `${joinNames(circle.map((row) => `“${startOf(row)}”`))} form an endless circle through ${joinNames(states)} when all their conditions hold.`,
    next: 'Make the conditions exclude each other, or put an event or a delay between them.',
    witness: witnessOf(context, {
      entity: machine.entity,
      state: { machine, name: states[0] ?? '' },
      outcome: 'when all conditions hold, it never stops moving',
    }),
  };
}
