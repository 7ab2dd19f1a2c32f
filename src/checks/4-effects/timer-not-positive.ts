import type { Typed } from '../../expressions/types/typed.ts';
import { millisecondsOf } from '../lookups/stated-delays.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'timer-not-positive',
  point: 4,
  severity: 'error',
  about: 'A timer whose delay is zero or less.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const { id, at, from, standing, timer, to } of machine.transitions) {
          if (standing !== 'stated' || timer === null || !('delay' in timer)) continue;
          const typed: Typed | null = context.typed(timer.delay);
          const delay = typed === null ? null : millisecondsOf(typed);
          // A delay of zero before or after the time of a field means that time itself.
          if (delay === null || delay > 0 || (delay === 0 && timer.from !== null)) continue;
          const never = timer.kind === 'every' ? 'would repeat without a pause' : 'leaves no time';
          yield {
            element: id,
            at: timer.delay.at ?? at,
            message: `“${timer.kind} ${timer.delay.text}” ${never}: the delay is ${delay === 0 ? 'zero' : 'negative'}.`,
            next: 'Write a delay of more than zero. For something that happens at once, use an effect or “when” with a condition.',
            witness: witnessOf(context, {
              entity: machine.entity,
              state: from === null ? null : { machine, name: from },
              outcome: `it is in ${to} before anybody can do anything`,
            }),
          };
        }
      }
    }
  },
});
