import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'notify-no-person',
  point: 4,
  severity: 'error',
  about: 'A notification whose recipient is not a person.',
  *find({ entities }) {
    for (const context of entities) {
      const people = context.schema.person?.entity.name ?? null;
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const effect of transition.effects) {
            const typed = effect.kind === 'notify' ? context.typed(effect.to) : null;
            if (effect.kind !== 'notify' || typed === null || people === null || typed.op === 'unknown') continue;
            const type = typed.type.t === 'list' ? typed.type.of : typed.type;
            if (type.t === 'record' && (type.entity === people || !context.schema.entities.has(type.entity))) continue;
            const what =
              type.t === 'record' ? withArticle(type.entity) : type.t === 'empty' ? 'unknown' : withArticle(type.t);
            yield {
              element: transition.id,
              at: effect.to.at ?? effect.at ?? transition.at,
              message: `${capitalize(describeTransition(machine, transition))} notifies ${effect.to.text}, which is ${what}, not ${withArticle(people)}.`,
              next: `Name a field that refers to ${withArticle(people)}, such as createdBy.`,
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome: 'the event is refused, because it is not clear whom to notify',
              }),
            };
          }
        }
      }
    }
  },
});
