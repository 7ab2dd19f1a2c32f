import type { Machine, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { millisecondsOf } from '../delays.ts';
import { finalIn, startOf } from '../moves.ts';
import { possible } from '../reason.ts';
import { guardOf } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'timers-race',
  point: 4,
  severity: 'warning',
  about: 'Two timers of one state, of which one always comes before the other or both come at once.',
  *findIn(context) {
    for (const machine of context.machines) {
      const final = finalIn(machine, context);
      const leaving = Map.groupBy(machine.transitions, ({ from }) => from);
      for (const [from, rows] of leaving) {
        if (from === null || final.has(from)) continue;
        yield* among(machine, rows, context);
      }
    }
  },
});

interface Timed {
  readonly row: Transition;
  readonly delay: number;
}

function* among(machine: Machine, rows: readonly Transition[], context: CheckContext): Generator<Finding> {
  const timed = rows.flatMap((row): Timed[] => {
    const { timer, standing, guardShown } = row;
    if (timer?.kind !== 'after' || timer.from !== null || standing !== 'stated' || !guardShown) return [];
    const typed = context.typed(timer.delay);
    const delay = typed === null ? null : millisecondsOf(typed);
    return delay === null || delay <= 0 || guardOf(machine, row, context) === 'never' ? [] : [{ row, delay }];
  });
  const inOrder = timed.sort((one, other) => one.delay - other.delay);
  // The first that takes every record away; only what comes after it is in question.
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

/** Whether both can be due for one record, and lead apart. */
function differ({ row: one }: Timed, { row: other }: Timed, context: CheckContext): boolean {
  if (one.to === other.to) return false;
  const guards = [one, other].flatMap(({ guard }) => context.typed(guard) ?? []);
  return possible(
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
      ? `“${second}” in ${later.from} never comes: “${first}” has led to ${earlier.to} by then.`
      : `“${first}” and “${second}” in ${later.from} are due at once, and lead to ${earlier.to} and to ${later.to}.`,
    next: hidden
      ? 'Make the first delay the longer one, or give its row a guard.'
      : 'Give the two different delays, or guards that exclude each other.',
    witness: witnessOf(context, {
      entity: machine.entity,
      state: { machine, name: later.from ?? '' },
      happens: hidden
        ? `once it leaves ${later.from}, it is for ${earlier.to}, never for ${later.to}`
        : 'nothing in the document says where it then goes',
    }),
  };
}
