import { defineCheck } from '../check.ts';
import { withArticle } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'initial-ambiguous',
  point: 4,
  severity: 'error',
  about: 'Two rows from (new) that lead to different states.',
  *findIn(context) {
    for (const machine of context.machines) {
      const [first, ...rest] = machine.transitions.filter(
        ({ from, event, timer, standing }) =>
          from === null && event === null && timer === null && standing === 'stated',
      );
      for (const { id, at, to } of rest) {
        if (first === undefined || to === first.to) continue;
        const record = withArticle(machine.entity);
        yield {
          element: id,
          at,
          also: [first.at],
          message: `A new ${machine.entity} can't start in ${first.to} and in ${to}: ${first.to} stands first and counts.`,
          next: `Keep one row from (new), and lead from there to ${to} by an event, or by “when” and a condition.`,
          witness: witnessOf(context, {
            entity: machine.entity,
            opens: 'form',
            happens: `${record} that is saved there starts in ${first.to}, never in ${to}`,
          }),
        };
      }
    }
  },
});
