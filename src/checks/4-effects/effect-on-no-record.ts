import type { StaticType } from '../../expressions/types/static.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Effect } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { capitalize, describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'effect-on-no-record',
  point: 4,
  severity: 'error',
  about: 'An effect whose path leads to no record, or a loop over something that is not a list.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const transition of machine.transitions) {
          for (const effect of transition.effects) {
            const target = targetOf(effect);
            const typed = target === null ? null : context.typed(target.path);
            if (target === null || typed === null || typed.op === 'unknown' || suits(typed.type, target.isLoop))
              continue;
            const what = typed.type.t === 'empty' ? 'unknown' : withArticle(kindOf(typed.type));
            yield {
              element: transition.id,
              at: target.path.at ?? effect.at ?? transition.at,
              message: `${capitalize(describeTransition(machine, transition))} ${target.isLoop ? 'goes over' : 'acts on'} ${target.path.text}, which is ${what}, not a ${target.isLoop ? 'list' : 'record'}.`,
              next: target.isLoop
                ? 'Name a field that holds several values or lines.'
                : 'Name a field that refers to a record, or a list of lines.',
              witness: witnessOf(context, {
                who: transition.event === null ? null : (transition.who?.[0]?.name ?? null),
                entity: machine.entity,
                state: transition.from === null ? null : { machine, name: transition.from },
                outcome: 'it is refused, because it is not clear what should happen',
              }),
            };
          }
        }
      }
    }
  },
});

interface Target {
  readonly path: Formula;
  readonly isLoop: boolean;
}

function targetOf(effect: Effect): Target | null {
  if (effect.kind === 'create') return effect.each === null ? null : { path: effect.each.of, isLoop: true };
  const path = effect.kind === 'raise' || effect.kind === 'set' || effect.kind === 'delete' ? effect.on : null;
  return path === null ? null : { path, isLoop: false };
}

/** A loop goes over a list or one record; other effects need records. */
const suits = (type: StaticType, isLoop: boolean): boolean =>
  type.t === 'record' || (type.t === 'list' && (isLoop || type.of.t === 'record'));

const kindOf = (type: StaticType): string => (type.t === 'list' ? `list of ${type.of.t}` : type.t);
