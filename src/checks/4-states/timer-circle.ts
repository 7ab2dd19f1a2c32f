import type { Machine, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { finalIn, startOf } from '../moves.ts';
import { listed } from '../places.ts';
import { possible } from '../reason.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'timer-circle',
  point: 4,
  severity: 'error',
  about: 'Rows that act at once, as soon as a condition holds, and that lead a record round in a circle.',
  *findIn(context) {
    for (const machine of context.machines) {
      const found = circleIn(machine, context);
      if (found !== null) yield found;
    }
  },
});

/** One for each machine is enough: what is mended may mend others. */
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
    const circle = roundFrom(start, leaving);
    if (circle !== null && together(circle, context)) return findingOf(machine, circle, context);
  }
  return null;
}

/** The shortest way from a state back to it; null where there is none. */
function roundFrom(start: string, leaving: ReadonlyMap<string, readonly Transition[]>): Transition[] | null {
  const cameBy = new Map<string, Transition>();
  const open = [start];
  for (const state of open) {
    for (const row of leaving.get(state) ?? []) {
      if (row.to === start) return [...wayTo(state, cameBy), row];
      if (cameBy.has(row.to)) continue;
      cameBy.set(row.to, row);
      open.push(row.to);
    }
  }
  return null;
}

function wayTo(state: string, cameBy: ReadonlyMap<string, Transition>): Transition[] {
  const way: Transition[] = [];
  for (let row = cameBy.get(state); row !== undefined; row = cameBy.get(row.from ?? '')) way.unshift(row);
  return way;
}

/** Whether all conditions can hold of one record; one with effects may end what it began, and is left aside. */
function together(circle: readonly Transition[], context: CheckContext): boolean {
  if (circle.some(({ effects }) => effects.some(({ kind }) => kind !== 'notify' && kind !== 'call'))) return false;
  const conditions = circle.flatMap(({ timer, guard }) => [
    ...(timer?.kind === 'when' ? [context.typed(timer.condition)] : []),
    context.typed(guard),
  ]);
  return possible(
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
    message: `${listed(circle.map((row) => `“${startOf(row)}”`))} lead round in a circle at once, through ${listed(states)}, where all of it holds.`,
    next: 'Let the conditions exclude each other, or let a person or a delay stand between them.',
    witness: witnessOf(context, {
      entity: machine.entity,
      state: { machine, name: states[0] ?? '' },
      happens: 'where all of it holds, it never comes to rest',
    }),
  };
}
