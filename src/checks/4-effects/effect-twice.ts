import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Effect } from '../../model/types/model.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'effect-twice',
  point: 4,
  severity: 'warning',
  about: 'Two effects of a transition that write the same field.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          const filled = new Map<string, Effect & { readonly kind: 'set' | 'ask' }>();
          // Values that are asked for are written first.
          const asks = transition.effects.filter(({ kind }) => kind === 'ask');
          const rest = transition.effects.filter(({ kind }) => kind !== 'ask');
          for (const effect of [...asks, ...rest]) {
            if (effect.kind !== 'ask' && (effect.kind !== 'set' || effect.on !== null)) continue;
            const earlier = filled.get(effect.field);
            filled.set(effect.field, effect);
            if (earlier === undefined || readsItself(effect, machine.entity, context)) continue;
            // An effect in between that reads the field has used the first value.
            const between = rest.slice(earlier.kind === 'ask' ? 0 : rest.indexOf(earlier) + 1, rest.indexOf(effect));
            if (between.some((each) => mayRead(each, effect.field, machine.entity, context))) continue;
            const how = earlier.kind === 'ask' ? 'asks for' : 'sets';
            const again = effect.kind === 'ask' ? 'asks for it again' : `then sets it to \`${effect.value.text}\``;
            yield {
              element: transition.id,
              at: effect.at ?? transition.at,
              also: [earlier.at],
              message: `${capitalize(describeTransition(machine, transition))} ${how} ${effect.field} and ${again}: the first value is lost.`,
              next: 'Remove one of the two effects.',
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome:
                  earlier.kind === 'ask' && effect.kind === 'set'
                    ? `the entered ${effect.field} is overwritten at once`
                    : `${effect.field} holds only the last value`,
              }),
            };
          }
        }
      }
    }
  },
});

/** Whether an effect may read the field; true if that is not known. */
function mayRead(effect: Effect, field: string, entity: string, { typed }: CheckContext): boolean {
  return formulasIn(effect).some((formula) => {
    const read = typed(formula);
    return read === null || fieldsRead(read).some((each) => each.entity === entity && each.field === field);
  });
}

/** Returns the formulas of an effect that are evaluated in its turn. Notifications and calls are evaluated last. */
function formulasIn(effect: Effect): readonly Formula[] {
  if (effect.kind === 'set') return [effect.value, ...(effect.on === null ? [] : [effect.on])];
  if (effect.kind === 'raise') return [effect.on];
  if (effect.kind !== 'create') return [];
  const { each, values } = effect;
  const chosen = each === null ? [] : [each.of, ...(each.where === null ? [] : [each.where])];
  return [...chosen, ...values.map(({ value }) => value)];
}

/** Whether an effect reads the value that it replaces: `count = count + 1`. */
function readsItself(effect: Effect, entity: string, { typed }: CheckContext): boolean {
  if (effect.kind !== 'set') return false;
  const value = typed(effect.value);
  return value === null || fieldsRead(value).some((read) => read.entity === entity && read.field === effect.field);
}
