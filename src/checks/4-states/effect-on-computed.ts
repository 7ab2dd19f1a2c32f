import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';
import { capital, moveOf } from '../moves.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'effect-on-computed',
  point: 4,
  severity: 'error',
  about: 'An effect or an ask for what nothing can set: a computed field, a state, what the product keeps by itself.',
  *findIn(context) {
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
            message: `${capital(moveOf(machine, transition))} ${verb} ${attribute.name}, and ${why}.`,
            next:
              attribute.kind === 'state'
                ? 'Let the column To lead to the state, or raise an event of the other machine.'
                : `Remove the effect, or make ${attribute.name} a field of its own in point 3.`,
            witness: witnessOf(context, {
              who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
              entity: machine.entity,
              state: transition.from === null ? null : { machine, name: transition.from },
              happens:
                attribute.kind === 'field'
                  ? `afterwards ${attribute.name} is what it is computed to be`
                  : 'it is refused',
            }),
          };
        }
      }
    }
  },
});

function reasonOf(attribute: Attribute): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product alone keeps it';
  return attribute.field.computed === null ? null : `it is computed: \`${attribute.field.computed.text}\``;
}
