import { fieldsRead } from '../../expressions/paths.ts';
import type { Effect } from '../../model/model.ts';
import { type CheckContext, defineCheck } from '../check.ts';
import { capital, moveOf } from '../moves.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'effect-twice',
  point: 4,
  severity: 'warning',
  about: 'Two effects of one transition that fill the same field, so that the first is lost.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const transition of machine.transitions) {
        const filled = new Map<string, Effect & { readonly kind: 'set' | 'ask' }>();
        // What is asked is written before all else.
        const asks = transition.effects.filter(({ kind }) => kind === 'ask');
        const rest = transition.effects.filter(({ kind }) => kind !== 'ask');
        for (const effect of [...asks, ...rest]) {
          if (effect.kind !== 'ask' && (effect.kind !== 'set' || effect.on !== null)) continue;
          const earlier = filled.get(effect.field);
          filled.set(effect.field, effect);
          if (earlier === undefined || readsItself(effect, machine.entity, context)) continue;
          const how = earlier.kind === 'ask' ? 'asks for' : 'sets';
          const again = effect.kind === 'ask' ? 'asks for it again' : `then sets it to \`${effect.value.text}\``;
          yield {
            element: transition.id,
            at: effect.at ?? transition.at,
            also: [earlier.at],
            message: `${capital(moveOf(machine, transition))} ${how} ${effect.field} and ${again}: the first is lost.`,
            next: 'Remove one of the two effects.',
            witness: witnessOf(context, {
              who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
              entity: machine.entity,
              state: transition.from === null ? null : { machine, name: transition.from },
              happens:
                earlier.kind === 'ask' && effect.kind === 'set'
                  ? `what is typed for ${effect.field} is gone a moment later`
                  : `${effect.field} holds the last value alone`,
            }),
          };
        }
      }
    }
  },
});

/** One that stands on what was there: `count = count + 1`. */
function readsItself(effect: Effect, entity: string, { typed }: CheckContext): boolean {
  if (effect.kind !== 'set') return false;
  const value = typed(effect.value);
  return value === null || fieldsRead(value).some((read) => read.entity === entity && read.field === effect.field);
}
