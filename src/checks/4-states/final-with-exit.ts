import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn, startOf } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'final-with-exit',
  point: 4,
  severity: 'error',
  about: 'A row that leads out of a final state.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const final = finalIn(machine, context);
        for (const transition of machine.transitions) {
          const { at, from, id, standing, to, who } = transition;
          if (standing !== 'stated' || from === null || !final.has(from)) continue;
          yield {
            element: id,
            at,
            also: [machine.states.find(({ name }) => name === from)?.at ?? null],
            message: `${from} is final, so “${startOf(transition)}” from it to ${to} is never possible.`,
            next: `Remove ${from} from the line “- Final:”, or remove the row.`,
            witness: witnessOf(context, {
              who: transition.event === null ? null : (who?.[0]?.name ?? null),
              entity: machine.entity,
              state: { machine, name: from },
              outcome: `nothing is possible there any more, not even “${startOf(transition)}”`,
            }),
          };
        }
      }
    }
  },
});
