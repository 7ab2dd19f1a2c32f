import { startStatesOf } from '../../model/lookups/schema.ts';
import type { Machine, Transition } from '../../model/types/model.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, finalIn, reachedFrom, startOf } from '../transitions/possible-moves.ts';
import { barrierOf, guardOutcome, isDeletable } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'state-stuck',
  point: 4,
  severity: 'warning',
  about: 'A state that is not final but cannot be left: its rows are impossible or lead back to it.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        if (machine.initial === null || machine.standing !== 'stated') continue;
        const reached = reachedFrom(startStatesOf(machine), machine.transitions);
        const leaving = Map.groupBy(machine.transitions, ({ from }) => from);
        // A machine that never changes its state exists for the effects of its events.
        if (!machine.transitions.some(({ from, to }) => from !== null && from !== to)) continue;
        for (const { name, id, at, final } of machine.states) {
          const rows = leaving.get(name) ?? [];
          if (final || rows.length === 0 || !reached.has(name) || isDeletable(machine, name, context)) continue;
          const away = rows.filter(({ to }) => to !== name);
          if (!away.every((row) => isBarred(machine, row, context))) continue;
          const record = withArticle(machine.entity);
          const isResting = away.length === 0;
          const starts = joinNames(
            (isResting ? rows : away).map((row) => `“${startOf(row)}”`),
            isResting ? 'and' : 'or',
          );
          const why = isResting
            ? `${starts} only ${rows.length === 1 ? 'leads' : 'lead'} back to it`
            : `nobody can cause ${starts}`;
          yield {
            element: id,
            severity: isResting ? 'note' : 'warning',
            at: at ?? machine.at,
            also: away.map((row) => row.at),
            message: `${capitalize(record)} in ${name} stays there: ${why}.`,
            next: isResting
              ? `If this is intended, leave it. Otherwise add a row that leads out of ${name}.`
              : `Make ${starts} possible for somebody; or remove the rows from ${name} and name it under “- Final:”.`,
            witness: witnessOf(context, {
              entity: machine.entity,
              state: { machine, name },
              outcome: 'no action is possible',
            }),
          };
        }
      }
    }
  },
});

function isBarred(machine: Machine, row: Transition, context: CheckContext): boolean {
  if (finalIn(machine, context).has(row.from)) return true;
  return guardOutcome(machine, row, context) === 'never' || barrierOf(machine, row, context) !== null;
}
