import type { Machine, Transition } from '../../model/types/model.ts';
import { millisecondsOf } from '../lookups/stated-delays.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn, startOf } from '../transitions/possible-moves.ts';
import { guardOutcome } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'timers-race',
  point: 4,
  severity: 'warning',
  about: 'Two timers of a state, one of which never applies, or both at the same time.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const final = finalIn(machine, context);
        const leaving = Map.groupBy(machine.transitions, ({ from }) => from);
        for (const [from, rows] of leaving) {
          if (from === null || final.has(from)) continue;
          yield* raceIn(machine, rows, context);
        }
      }
    }
  },
});

interface Timed {
  readonly row: Transition;
  readonly delay: number;
}

function* raceIn(machine: Machine, rows: readonly Transition[], context: CheckContext): Generator<Finding> {
  const timed = rows.flatMap((row): Timed[] => {
    const { timer, standing, guardShown } = row;
    if (timer?.kind !== 'after' || timer.from !== null || standing !== 'stated' || !guardShown) return [];
    const typed = context.typed(timer.delay);
    const delay = typed === null ? null : millisecondsOf(typed);
    return delay === null || delay <= 0 || guardOutcome(machine, row, context) === 'never' ? [] : [{ row, delay }];
  });
  const inOrder = timed.sort((one, other) => one.delay - other.delay);
  // The first timer that moves every record out of the state. Later timers never apply.
  const leaver = inOrder.find(({ row }) => row.to !== row.from && row.guard === null);
  for (const [index, later] of inOrder.entries()) {
    const before = inOrder
      .slice(0, index)
      .find((earlier) => earlier.delay === later.delay && differ(earlier, later, context));
    const hidden = leaver !== undefined && later.delay > leaver.delay;
    const earlier = hidden ? leaver : before;
    if (earlier === undefined) continue;
    yield findingOf(machine, earlier.row, later.row, hidden, context);
  }
}

/** Whether both timers can be due for one record, and lead to different states. */
function differ({ row: one }: Timed, { row: other }: Timed, context: CheckContext): boolean {
  if (one.to === other.to) return false;
  const guards = [one, other].flatMap(({ guard }) => context.typed(guard) ?? []);
  return isSatisfiable(
    guards.map((condition) => ({ condition, truth: true })),
    { schema: context.schema, valid: true },
  );
}

function findingOf(
  machine: Machine,
  earlier: Transition,
  later: Transition,
  hidden: boolean,
  context: CheckContext,
): Finding {
  const [first, second] = [startOf(earlier), startOf(later)];
  return {
    element: later.id,
    at: later.at,
    also: [earlier.at],
    message: hidden
      ? `“${second}” in ${later.from} never applies: “${first}” has moved the record to ${earlier.to} by then.`
      : `“${first}” and “${second}” in ${later.from} are due at the same time but lead to ${earlier.to} and ${later.to}.`,
    next: hidden
      ? 'Make the first delay longer, or give its row a guard.'
      : 'Give the two different delays, or guards that exclude each other.',
    witness: witnessOf(context, {
      entity: machine.entity,
      state: { machine, name: later.from ?? '' },
      outcome: hidden
        ? `it always moves to ${earlier.to}, never to ${later.to}`
        : 'the document does not say which one applies',
    }),
  };
}
