import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { capital, finalIn, reachedFrom, startOf } from '../moves.ts';
import { listed, withArticle } from '../places.ts';
import { barrierOf, guardOf, isDeletable } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'state-stuck',
  point: 4,
  severity: 'warning',
  about: 'A state that is not final, and whose rows can all not be taken or only lead back to it.',
  *findIn(context) {
    for (const machine of context.machines) {
      if (machine.initial === null || machine.standing !== 'stated') continue;
      const reached = reachedFrom(startStatesOf(machine), machine.transitions);
      const leaving = Map.groupBy(machine.transitions, ({ from }) => from);
      // A machine that never changes its state is there for what its events do.
      if (!machine.transitions.some(({ from, to }) => from !== null && from !== to)) continue;
      for (const { name, id, at, final } of machine.states) {
        const rows = leaving.get(name) ?? [];
        if (final || rows.length === 0 || !reached.has(name) || isDeletable(machine, name, context)) continue;
        const away = rows.filter(({ to }) => to !== name);
        if (!away.every((row) => isBarred(machine, row, context))) continue;
        const record = withArticle(machine.entity);
        const isResting = away.length === 0;
        const starts = listed(
          (isResting ? rows : away).map((row) => `“${startOf(row)}”`),
          isResting ? 'and' : 'or',
        );
        const why = isResting
          ? `${starts} only ${rows.length === 1 ? 'leads' : 'lead'} back to it`
          : `nobody can take ${starts}`;
        yield {
          element: id,
          severity: isResting ? 'note' : 'warning',
          at: at ?? machine.at,
          also: away.map((row) => row.at),
          message: `${capital(record)} that comes to ${name} stays there: ${why}.`,
          next: isResting
            ? `Nothing, if it is to stay there. Else add a row that leads out of ${name}.`
            : `Let somebody take ${starts}; or remove each row from ${name} and name it under “- Final:”.`,
          witness: witnessOf(context, {
            entity: machine.entity,
            state: { machine, name },
            happens: 'there is nothing that leads on',
          }),
        };
      }
    }
  },
});

function isBarred(machine: Machine, row: Transition, context: CheckContext): boolean {
  if (finalIn(machine, context).has(row.from)) return true;
  return guardOf(machine, row, context) === 'never' || barrierOf(machine, row, context) !== null;
}
