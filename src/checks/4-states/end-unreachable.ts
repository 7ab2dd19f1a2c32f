import { startStatesOf } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';
import { capital, finalIn, leadingTo, reachedFrom } from '../moves.ts';
import { withArticle } from '../places.ts';
import { isDeletable } from '../ways.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'end-unreachable',
  point: 4,
  severity: 'note',
  about: 'A state that records come to, and from which no chain of transitions leads to a final one.',
  *findIn(context) {
    for (const machine of context.machines) {
      const final = finalIn(machine, context);
      const ends = machine.states.filter((state) => state.final).map(({ name }) => name);
      if (ends.length === 0 || machine.initial === null || machine.standing !== 'stated') continue;
      const moves = machine.transitions.filter(({ from }) => !final.has(from));
      const reached = reachedFrom(startStatesOf(machine), moves);
      const ending = leadingTo(ends, moves);
      // One that only leads back to itself is reported as stuck.
      const left = new Set(moves.flatMap(({ from, to }) => (from === null || from === to ? [] : from)));
      for (const { name, id, at } of machine.states) {
        if (!reached.has(name) || ending.has(name) || !left.has(name)) continue;
        if ([...reachedFrom([name], moves)].some((state) => isDeletable(machine, state, context))) continue;
        const record = withArticle(machine.entity);
        yield {
          element: id,
          at: at ?? machine.at,
          message: `${capital(record)} in ${name} never comes to an end: no way leads from there to ${ends.join(' or ')}.`,
          next: `Nothing, if it is to go on for ever. Else add a row from ${name} that leads to an end.`,
          witness: witnessOf(context, {
            entity: machine.entity,
            state: { machine, name },
            happens: `whatever is done next, it goes round in ${[...reachedFrom([name], moves)].join(', ')}`,
          }),
        };
      }
    }
  },
});
