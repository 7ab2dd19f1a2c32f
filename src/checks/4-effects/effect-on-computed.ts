import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'effect-on-computed',
  point: 4,
  severity: 'error',
  about: 'An effect that sets or asks for something that cannot be set: a computed field, a state, a built-in field.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const attributes = context.schema.entities.get(machine.entity)?.attributes;
        for (const transition of machine.transitions) {
          for (const effect of transition.effects) {
            const isOwn = effect.kind === 'ask' || (effect.kind === 'set' && effect.on === null);
            const attribute = isOwn ? attributes?.get(effect.field) : undefined;
            const why = attribute === undefined ? null : reasonOf(attribute);
            if (attribute === undefined || why === null) continue;
            const verb = effect.kind === 'ask' ? 'asks for' : 'sets';
            yield {
              element: transition.id,
              at: effect.at ?? transition.at,
              also: [attribute.kind === 'field' ? attribute.field.at : null],
              message: `${capitalize(describeTransition(machine, transition))} ${verb} ${attribute.name}, but ${why}.`,
              next:
                attribute.kind === 'state'
                  ? 'Name the state under To, or raise an event of the other state machine.'
                  : `Remove the effect, or make ${attribute.name} a normal field in point 3.`,
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome:
                  attribute.kind === 'field' ? `afterwards ${attribute.name} has its computed value` : 'it is refused',
              }),
            };
          }
        }
      }
    }
  },
});

function reasonOf(attribute: Attribute): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product maintains it';
  return attribute.field.computed === null ? null : `it is computed: \`${attribute.field.computed.text}\``;
}
