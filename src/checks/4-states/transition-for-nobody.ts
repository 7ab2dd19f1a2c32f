import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn } from '../transitions/possible-moves.ts';
import { barrierOf, guardOutcome } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'transition-for-nobody',
  point: 4,
  severity: 'warning',
  about:
    'An event that nobody can raise: nobody can hold its role, or the guard, state or permissions exclude everybody.',
  *find(context) {
    for (const machine of context.model.machines) {
      const final = finalIn(machine, context);
      for (const transition of machine.transitions) {
        if (transition.standing !== 'stated' || final.has(transition.from)) continue;
        const barrier = barrierOf(machine, transition, context);
        if (barrier === null || guardOutcome(machine, transition, context) === 'never') continue;
        yield {
          element: transition.id,
          at: transition.at,
          message: `Nobody can ${transition.event} ${withArticle(machine.entity)}${machine.stateless ? '' : ` in ${transition.from}`}: ${barrier.why}.`,
          next: barrier.next,
          witness: witnessOf(context, {
            who: transition.who?.[0]?.name ?? null,
            entity: machine.entity,
            state: transition.from === null ? null : { machine, name: transition.from },
            outcome: `“${transition.label}” is not offered to anybody`,
          }),
        };
      }
    }
  },
});
