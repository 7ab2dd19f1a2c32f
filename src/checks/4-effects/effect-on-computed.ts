import type { Attribute } from '../../model/lookups/schema.ts';
import type { Effect } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'effect-on-computed',
  point: 4,
  severity: 'error',
  about:
    'An effect that sets or asks for something that cannot be set: a computed field, a state, a built-in field; or adds a value to a field that holds one.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        const attributes = context.schema.entities.get(machine.entity)?.attributes;
        for (const transition of machine.transitions) {
          for (const effect of transition.effects) {
            const isOwn = effect.kind === 'ask' || (effect.kind === 'set' && effect.on === null);
            const attribute = isOwn ? attributes?.get(effect.field) : undefined;
            const why = attribute === undefined ? null : reasonOf(attribute, effect);
            if (attribute === undefined || why === null) continue;
            const verb =
              effect.kind === 'ask'
                ? 'asks for'
                : changeOf(effect) === null
                  ? 'sets'
                  : `${changeOf(effect)}s a value of`;
            yield {
              element: transition.id,
              at: effect.at ?? transition.at,
              also: [attribute.kind === 'field' ? attribute.field.at : null],
              message: `${capitalize(describeTransition(machine, transition))} ${verb} ${attribute.name}, but ${why}.`,
              next:
                attribute.kind === 'state'
                  ? 'Name the state under To, or raise an event of the other state machine.'
                  : changeOf(effect) === null
                    ? `Remove the effect, or make ${attribute.name} a normal field in point 3.`
                    : `Write ${attribute.name} = …, or give the field several values in point 3.`,
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

const changeOf = (effect: Effect) => (effect.kind === 'set' ? effect.change : null);

const SEVERAL: ReadonlySet<string> = new Set(['references', 'texts']);

function holdsSeveral({ type }: Attribute): boolean {
  return SEVERAL.has(type.kind) || ((type.kind === 'choice' || type.kind === 'role') && type.several);
}

function reasonOf(attribute: Attribute, effect: Effect): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product maintains it';
  if (changeOf(effect) !== null && !holdsSeveral(attribute)) return 'it holds one value';
  return attribute.field.computed === null ? null : `it is computed: \`${attribute.field.computed.text}\``;
}
