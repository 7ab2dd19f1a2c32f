import { startStatesOf } from '../../model/lookups/schema.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, finalIn, leadingTo, reachedFrom } from '../transitions/possible-moves.ts';
import { isDeletable } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'end-unreachable',
  point: 4,
  severity: 'note',
  about: 'A reachable state from which no chain of transitions leads to a final state.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const final = finalIn(machine, context);
        const ends = machine.states.filter((state) => state.final).map(({ name }) => name);
        if (ends.length === 0 || machine.initial === null || machine.standing !== 'stated') continue;
        const moves = machine.transitions.filter(({ from }) => !final.has(from));
        const reached = reachedFrom(startStatesOf(machine), moves);
        const ending = leadingTo(ends, moves);
        // Another check reports a state that only leads back to itself.
        const left = new Set(moves.flatMap(({ from, to }) => (from === null || from === to ? [] : from)));
        for (const { name, id, at } of machine.states) {
          if (!reached.has(name) || ending.has(name) || !left.has(name)) continue;
          if ([...reachedFrom([name], moves)].some((state) => isDeletable(machine, state, context))) continue;
          const record = withArticle(machine.entity);
          yield {
            element: id,
            at: at ?? machine.at,
            message: `${capitalize(record)} in ${name} can never reach a final state: no transitions lead from there to ${ends.join(' or ')}.`,
            next: `If this is intended, leave it. Otherwise add a row from ${name} that leads to a final state.`,
            witness: witnessOf(context, {
              entity: machine.entity,
              state: { machine, name },
              outcome: `whatever happens next, it stays among ${[...reachedFrom([name], moves)].join(', ')}`,
            }),
          };
        }
      }
    }
  },
});
