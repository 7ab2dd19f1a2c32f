import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capital, moveOf } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'notify-no-person',
  point: 4,
  severity: 'error',
  about: 'A notice that goes to something that is not a person, so that its transition can’t be taken.',
  *findIn(context) {
    const people = context.schema.person?.entity.name ?? null;
    for (const machine of context.machines) {
      for (const transition of machine.transitions) {
        for (const effect of transition.effects) {
          const typed = effect.kind === 'notify' ? context.typed(effect.to) : null;
          if (effect.kind !== 'notify' || typed === null || people === null || typed.op === 'unknown') continue;
          const type = typed.type.t === 'list' ? typed.type.of : typed.type;
          if (type.t === 'record' && (type.entity === people || !context.schema.entities.has(type.entity))) continue;
          const what =
            type.t === 'record' ? withArticle(type.entity) : type.t === 'empty' ? 'nothing known' : withArticle(type.t);
          yield {
            element: transition.id,
            at: effect.to.at ?? effect.at ?? transition.at,
            message: `${capital(moveOf(machine, transition))} notifies ${effect.to.text}, which is ${what}, not ${withArticle(people)}.`,
            next: `Name a path that leads to ${withArticle(people)}, such as createdBy.`,
            witness: witnessOf(context, {
              who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
              entity: machine.entity,
              state: transition.from === null ? null : { machine, name: transition.from },
              happens: 'the event is refused as long as it is not clear who is to be told',
            }),
          };
        }
      }
    }
  },
});
