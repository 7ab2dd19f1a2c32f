import { defineCheck } from '../check.ts';
import { withArticle } from '../places.ts';
import { barrierOf } from '../ways.ts';

export const check = defineCheck({
  code: 'transition-for-nobody',
  point: 4,
  severity: 'warning',
  about: 'An event that no person can raise: nobody can hold the role, or guard, state or permission exclude them.',
  *find(context) {
    for (const machine of context.model.machines) {
      for (const transition of machine.transitions) {
        if (transition.standing !== 'stated') continue;
        const barrier = barrierOf(machine, transition, context);
        if (barrier === null) continue;
        yield {
          element: transition.id,
          at: transition.at,
          message: `Nobody can ${transition.event} ${withArticle(machine.entity)} in ${transition.from}: ${barrier.why}.`,
          next: barrier.next,
        };
      }
    }
  },
});
