import type { Machine, Transition } from '../../model/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { capital, finalIn, reachedFrom, startOf } from '../moves.ts';
import { listed, withArticle } from '../places.ts';
import { barrierOf, guardOf } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'state-stuck',
  point: 4,
  severity: 'warning',
  about: 'A state that is not final, and whose rows can all not be taken or only lead back to it.',
  *findIn(context) {
    for (const machine of context.machines) {
      if (machine.initial === null || machine.standing !== 'stated') continue;
      const reached = reachedFrom([machine.initial], machine.transitions);
      const leaving = Map.groupBy(machine.transitions, ({ from }) => from);
      for (const { name, id, at, final } of machine.states) {
        const rows = leaving.get(name) ?? [];
        if (final || rows.length === 0 || !reached.has(name)) continue;
        const away = rows.filter(({ to }) => to !== name);
        if (!away.every((row) => isBarred(machine, row, context))) continue;
        const record = withArticle(machine.entity);
        const why =
          away.length === 0
            ? `${listed(rows.map((row) => `“${startOf(row)}”`))} only ${rows.length === 1 ? 'leads' : 'lead'} back to it`
            : `nobody can take ${listed(
                away.map((row) => `“${startOf(row)}”`),
                'or',
              )}`;
        yield {
          element: id,
          at: at ?? machine.at,
          also: away.map((row) => row.at),
          message: `${capital(record)} that comes to ${name} stays there: ${why}.`,
          next: `Add a way out of ${name} that somebody can take, or name it under “- Final:”.`,
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
