import type { Typed } from '../../expressions/types/typed.ts';
import { defineCheck } from '../check.ts';
import { millisecondsOf } from '../delays.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'timer-not-positive',
  point: 4,
  severity: 'error',
  about: 'A timer whose delay is zero or less.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const { id, at, from, standing, timer, to } of machine.transitions) {
        if (standing !== 'stated' || timer === null || !('delay' in timer)) continue;
        const typed: Typed | null = context.typed(timer.delay);
        const delay = typed === null ? null : millisecondsOf(typed);
        // Nothing before or after a field's moment is that moment itself.
        if (delay === null || delay > 0 || (delay === 0 && timer.from !== null)) continue;
        const never = timer.kind === 'every' ? 'would never come to rest' : 'leaves no time at all';
        yield {
          element: id,
          at: timer.delay.at ?? at,
          message: `“${timer.kind} ${timer.delay.text}” ${never}: the delay is ${delay === 0 ? 'zero' : 'negative'}.`,
          next: 'Write a delay of more than zero; for what is to happen at once, an effect or “when” and a condition.',
          witness: witnessOf(context, {
            entity: machine.entity,
            state: from === null ? null : { machine, name: from },
            happens: `it is in ${to} before anybody can do anything`,
          }),
        };
      }
    }
  },
});
